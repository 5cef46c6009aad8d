"""The frame of a page in HTML: its style, and texts of other people's as text and nothing else."""

import html
import re
from typing import Final

ODD: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\u202a-\u202e\u2066-\u2069]|[\U0001fffe\U0001ffff]"
)
"""What HTML forbids or a reader cannot see: control characters, and signs that turn the order of what follows."""

STYLE: Final = """\
:root{color-scheme:light dark;--line:#8886;--met:#16803c;--bad:#c02626;--open:#9a6a00;--dim:#777}
*{box-sizing:border-box}
body{font:16px/1.45 system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:75rem;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}
ul{padding-left:1.2rem;margin:.25rem 0}dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem;margin:0}
dt{color:var(--dim)}dd{margin:0}.met{color:var(--met)}.bad{color:var(--bad)}.open{color:var(--open)}.dim{color:var(--dim)}
table{border-collapse:collapse;width:100%}th,td{border:1px solid var(--line);padding:.2rem .4rem;text-align:left}
td.mark{text-align:center;font-weight:bold}td.why{border-top:0;padding-left:1.2rem}
pre{white-space:pre-wrap;margin:.25rem 0;padding:.4rem;border-left:3px solid var(--line);font-size:.85rem}
details{margin:.25rem 0}summary{cursor:pointer}
@media (max-width:40rem){
thead{display:none}table,tbody,tr,td,th{display:block}tr{margin-top:.5rem}td,th{border:0;padding:.1rem 0}
td.mark{display:inline-block;margin-right:.8rem}td.mark::before{content:attr(data-key) " ";font-weight:normal}
}
@media print{
:root{color-scheme:light}body{font-size:10pt;max-width:none;padding:0}thead{display:table-header-group}
tr,details{break-inside:avoid}details::details-content{content-visibility:visible;block-size:auto}
}
"""
HEAD: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
"""
END: Final = "</body>\n</html>\n"


def head(title: str) -> str:
    """All until the body begins. The page fetches nothing and runs nothing, and its policy forbids both."""
    return HEAD.format(title=text(title), style=STYLE)


def text(value: object) -> str:
    r"""As text of an element or a quoted attribute; what HTML cannot hold is written as ``\u0001``."""
    return html.escape(ODD.sub(lambda found: f"\\u{ord(found.group()):04x}", str(value)))
