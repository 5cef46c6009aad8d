"""Words by which people mark what is still to be replaced, in the languages that prompts are written in.

Each table is matched without regard to case. Only words that say "replace me" stand here; what an agent fills in while
it speaks ("[name]", "{date}") is written with the name of the thing alone.
"""

from typing import Final

OWNERS: Final = tuple(
    """your votre vos ton dein deine deinen ihr ihre ihren tuo tua vostro tu su vuestro seu sua teu jouw uw twoj twoja
    vash yako din ditt senin""".split()  # noqa: SIM905 - a table of words
)
"""Possessives that a part of a host begins with: ``votre-domaine``."""

SURE_OWNERS: Final = ("your", "votre", "deine", "jouw", "vostro", "vuestro")
"""Those of them that begin no other word and no other identifier: ``YOUR_API_KEY``."""

ORDERS: Final = tuple(
    """replace change_?me change_this fill_?in fill_?me fill_this insert_your enter_your add_your put_your paste_your
    set_your placeholder todo fixme to_be_(?:replaced|filled|defined|completed|added)
    remplacer remplacez a_completer a_remplir a_remplacer a_definir
    reemplazar? reemplace remplazar por_definir por_completar
    substituir substitua a_preencher sostituire sostituisci da_compilare da_completare da_inserire
    ersetzen ersetze bitte_ersetzen hier_einfuegen ausfuellen
    vul_in vervang uzupelnij zamien degistir badilisha""".split()  # noqa: SIM905 - a table of words
)
"""Orders that a token in capitals begins with: ``REPLACE_WITH_VOICE_ID``, ``TODO_NUMBER``; regular expressions."""

ENDINGS: Final = ("here", "placeholder", "ici", "aqui", "hier", "qui", "aca", "hapa")
"""What such a token ends with: ``API_KEY_HERE``."""

IN_BRACKETS: Final[dict[str, str]] = {
    "en": r"(?:enter|add|put|insert|paste) your\b|fill (?:in|out|me|this)\b|replace (?:with|this|me|by)\b"
    r"|to be (?:completed|filled|defined|determined|replaced|added|announced)\b|to ?do\b|tb[dac]\b|fix ?me\b"
    r"|place ?holder\b|change ?me\b|update (?:this|me|with)\b",
    "fr": r"[àa] (?:compl[ée]ter|remplir|d[ée]finir|renseigner|remplacer)\b|ins[ée]rer\b|remplace[rz]\b",
    "es": r"(?:por|a) (?:definir|completar|rellenar|confirmar)\b|rellenar\b|completar\b|reempla(?:zar|ce)\b|insertar?\b"
    r"|nombre de (?:la|tu|su) (?:empresa|compañ[ií]a|cl[ií]nica)\b",
    "pt": r"a (?:definir|preencher|completar)\b|preencher\b|substitu(?:ir|a)\b|inserir\b|insira\b"
    r"|nome da (?:sua )?empresa\b",
    "it": r"da (?:compilare|completare|inserire|definire)\b|inseri(?:re|sci)\b|sostituire\b|nome (?:della )?azienda\b",
    "de": r"(?:bitte )?(?:ausf(?:ü|ue)llen|ersetzen|einf(?:ü|ue)gen|erg(?:ä|ae)nzen|eintragen)\b|noch zu \w+\b"
    r"|hier .{0,60}(?:einf(?:ü|ue)gen|eintragen|einsetzen)\b",
    "nl": r"invullen\b|vul in\b|vervang\w*\b",
    "pl": r"uzupe[łl]nij\b|wpisz\b|wstaw\b",
    "tr": r"buraya\b|doldurun\w*\b|de[gğ]i[sş]tir\w*\b",
    "ru": r"замени(?:ть|те)\b|заполни(?:ть|те)\b|вставьте\b",
    "sw": r"jaza hapa\b|badilisha\b",
    "zh": r"请?填写|待(?:填写|补充)|请?替换|在此处?|您的|你的(?:公司|品牌|名称|店)|公司名称",
    "ja": r"要入力|ここに|記入|入力してください",
    "ko": r"여기에|입력하세요|귀사",
    "hi": r"अपना|यहाँ",
    "ar": r"أدخل|ضع",
}
"""What a text in brackets begins with, by language: ``[A COMPLETER - ville]``, ``[YOUR ADDRESS]``, ``<your-key>``."""

IN_CAPITALS: Final = r"(?:insert|enter|add|fill|complete|put|paste|replace|company name|business name)\b"
"""The same where it has to be in capitals: in small letters it tells the agent what to say there."""

OWNED: Final = (
    r"name\w*|company|business|brand|web ?site|address|phone|number|e-?mail|organi[sz]ation|product|service|clinic"
    r"|agency|firm|url|entreprise|soci[ée]t[ée]|nom|adresse|num[ée]ro|empresa|negocio|neg[óo]cio|nombre|nome|azienda"
    r"|firma|firmenname|unternehmen|praxis|bedrijf\w*|telefon\w*|компани\w*|имя"
)
"""What follows a possessive where a person is asked, and not the agent: ``[your company]``; not ``[your choice]``."""

HOSTS: Final = tuple(
    """domain company server app site website business api backend host instance org webhook ngrok project url endpoint
    workspace subdomain account team store shop clinic name n8n tunnel firm crm worker deployment service practice
    restaurant cloud""".split()  # noqa: SIM905 - a table of words
)
"""What follows ``your`` in a host that nobody owns: ``yourdomain.com``."""

FOREIGN_HOSTS: Final = tuple(
    """domain domaine dominio domein server serveur servidor empresa firma entreprise site sitio url api backend app
    instance instancia instanz webhook tienda negocio azienda""".split()  # noqa: SIM905 - a table of words
)
"""The same behind a possessive of another language: ``votre-domaine.fr``; not ``tu-berlin.de``."""

STOCK: Final = frozenset(
    {
        "describe the transition condition",
        "describe the condition to jump to this node",
        "describe the condition",
        "enter prompt here",
        "enter your prompt",
        "enter your prompt here",
        "type your prompt here",
        "write your prompt here",
        "add your prompt here",
        "this is a blank template with minimal defaults, you can change the model, temperature, and messages.",
        "placeholder",
        "placeholder text",
    }
)
"""Whole texts that the vendors' editors put there (Retell's flow editor, Vapi's blank template), as of 2026-11."""

ELSEWHERE: Final = (
    r"\A\W*(?:please )?(?:see|paste|copy|insert|load(?:ed)?|include[ds]?|import(?:ed)?|taken|from|stored in"
    r"|(?:the )?(?:full |system |complete )*(?:prompt|text|contents?|instructions)(?: is| are| stands?)?"
    r" (?:in|of|from|at)|siehe|inhalt von|voir|contenu de|ver|v[ée]ase|contenido de|vedi|contenuto di|zie"
    r"|inhoud van|veja|conte[úu]do de)\b"
)
"""What a text begins with that only says in which file the text is; regular expressions."""

NOTES: Final = (
    r"(?:set|stored|keep|kept)[-_ ](?:in|via|by|on|at)|(?:use|generate|create|choose|pick)[-_ ](?:a|an|your|some)"
    r"|same[-_ ]as|from(?=[-_ ]\.?env\b)"
)
"""What a value begins with that tells its author where the value comes from: ``set-in-dashboard``."""
