"""Words by which a prompt says that a name is a tool's, in the languages that prompts are written in.

Regular expressions without regard to case. Each row is one language; Chinese and Japanese put no spaces between words.
"""

from typing import Final

CALL: Final = (
    r"call(?:s|ed|ing)?|invok(?:e|es|ed|ing)|trigger(?:s|ed|ing)?|execut(?:e|es|ed|ing)|fire(?:s|d)?",
    r"llam(?:a|e|ar|as|ando|es)|invo(?:ca|que|car)|ejecut(?:a|e|ar|es)",
    r"chiam(?:a|i|are|ando)|invoc(?:a|hi|are)|esegu(?:i|ire)",
    r"appel(?:le|les|er|ez|ant)|invoqu(?:e|er|ez)|ex[ée]cut(?:e|er|ez)|d[ée]clench(?:e|er|ez)",
    r"cham(?:e|a|ar|ando)|acion(?:e|a|ar)|execut(?:e|a|ar)",
    r"rufe?|aufrufen|ausf(?:ü|ue)hren|starte?",
    r"roep|aanroepen|wywo[łl]aj|uruchom|вызови(?:те)?|вызвать|вызывай(?:те)?|[çc]a[gğ][ıi]r",
    r"anropar?|påkald|kutsu(?:kaa)?|zavol[ea]j(?:te)?|hívd(?: meg)?|apeleaz[ăa]|panggil|gọi|κάλεσε|καλέστε",
    r"调用|调|呼叫|触发|执行|呼び出(?:す|して|し)|実行|호출",
)
"""Verbs that are said of a tool and of little else."""

CALL_BEHIND: Final = (
    r"(?:aufrufen|aufruft|ausf(?:ü|ue)hren|aanroepen|uitvoeren|[çc]a[gğ][ıi]r\w*|[çc]al[ıi][sş]t[ıi]r\w*"
    r"|call kar\w*)(?!\w)"
    r"|(?:を|을|를)?\s?(?:呼び出|実行|호출|실행)|(?:को\s)?कॉल"
)
"""The same where the verb stands behind the name."""

USE: Final = (
    r"us(?:e|es|ed|ing)|run(?:s|ning)?|try|via|through|then|and|or|with|before|after|from|by",
    r"us(?:a|ar|ando|es)|utiliz(?:a|e|ar|ando)|utilizz(?:a|i|are)|utilis(?:e|er|ez|ant)",
    r"verwende\w{0,2}|benutze\w{0,2}|nutze\w{0,2}|mit",
    r"gebruik\w{0,2}|u[żz]yj|использу(?:й|йте)|kullan|tumia|ita",
    r"använd(?:er|a)?|med|bruk(?:er)?|brug(?:er)?|käytä|použij(?:te)?|használd|folose[sș]te|utilizeaz[ăa]|gunakan|pakai|dùng",
)
"""Words before a name that say little without a verb within the name."""

NOUN: Final = (
    r"tools?|functions?|herramientas?|funci(?:ón|ones)|strument[oi]|funzion[ei]|outils?|fonctions?|ferramentas?"
    r"|fun(?:ção|ções)|werkzeuge?|funktion(?:en)?|tool-?calls?|narz[ęe]dzi\w{0,3}|funkcj\w{0,3}|инструмент\w{0,3}"
    r"|функци\w{0,3}|ara[çc]\w{0,4}|zana|verktyg(?:et)?|verkt(?:ø|o)y(?:et)?|værktøj(?:et)?|funksjon(?:en)?|työkalu\w{0,3}"
    r"|nástroj\w{0,2}|eszköz\w{0,3}|instrumentul|fungsi|alat|công cụ"
)
"""What a tool is called."""

UNSPACED_NOUN: Final = r"工具|函数|ツール|関数|도구|함수"
"""The same where no space parts the words."""

NAMED: Final = (
    r"called|named|chiamat[oaie]|denominat[oaie]|appel[ée]e?s?|nomm[ée]e?s?|llamad[oa]s?|chamad[oa]s?|namens|genannt"
)
"""What may stand between such a noun and the name."""

JOINING: Final = r"and|or|then|y|o|e|u|et|ou|puis|und|oder|dann|en|of|lub|или|и|ve|na|au|和|或|や|と"
"""What joins the names of a list."""

BETWEEN: Final = (
    r"the|a|an|again|immediately|silently|only|first|both|either|once|la|el|los|las|le|les|il|lo|l|un|una|une|der|die|das|den"
    r"|o|os|as|het|de|your|our|tu|su|dein\w{0,2}"
)
"""What may stand between such a verb and the name."""

VERBS: Final = frozenset(
    """add analyze analyse answer apply arrange assign book calculate cancel capture change charge check classify close
    collect compute confirm connect convert create decline delete detect dispatch end enqueue escalate estimate
    extract fetch file find finish flag forward generate get handle handoff hangup insert invite list load
    locate log lookup make mark match modify move notify open pay process propose provide query quote read
    record redirect refund register remove report request reschedule reserve resolve respond retrieve review
    route run save schedule search select send set show store submit suggest summarize switch sync take track
    transfer trigger update upload validate verify wait write accept reject enroll qualify start stop buscar
    agendar crear crea cancelar consultar consulta registrar registra transferir transfiere verificar verifica
    obtener enviar envia guardar guarda reservar reserva confirmar confirma actualizar finalizar programar cerca
    cercare creare prenota prenotare registrare trasferisci trasferire invia inviare salva salvare cancella
    verifier creer reserver envoyer chercher transferer annuler enregistrer obtenir rechercher planifier prendre
    ottieni derivar criar salvar atualizar marcar encaminhar solicitar buche buchen pruefe pruefen erstelle
    erstellen sende senden suche suchen hole holen speichere speichern storniere stornieren verbinde verbinden
    weiterleiten abrufen leave place ask play give issue renew redeem compare lock unlock reset pause resume
    approve subscribe share initiate launch prepare remind resend translate""".split()  # noqa: SIM905 - a table of words
)
"""What the name of a tool begins with."""

ACTIONS: Final = frozenset(
    """lookup search check transfer fetch create update tool function handoff finder checker scheduler
    escalation""".split()  # noqa: SIM905 - a table of words
)
"""What the name of a tool ends with where it does not begin with a verb."""

FIELDS: Final = frozenset(
    """id ids name number date time type status phone email code reason at key value count url title message notes note
    datetime timezone address field fields flag result results response data list uuid option options enabled
    requested index amount amounts query term terms birth birthday price location mode color size level score language
    summary format preference preferences duration period available city zip country dob currency role gender age
    priority source token secret text content body now param params parameter parameters
    nombre nome nom fecha data hora ora heure uhrzeit datum telefono telefone correo numero nummer cliente kunde codigo
    tipo typ motivo grund raison estado stato etat direccion indirizzo adresse endereco precio prezzo prix preis empresa
    mensaje messaggio""".split()  # noqa: SIM905 - a table of words
)
"""What the name of a field ends with; of a tool too, where it begins with a verb and is called."""

BRAND: Final = frozenset({"i", "e", "k", "m", "my", "mc", "mac", "web"})
"""What the names of products begin with where they have a capital letter within: no tool's name begins so."""

PARTICLES: Final = frozenset(
    """in out up off on back down over to by as away ahead only free based time through go again""".split()  # noqa: SIM905 - a table of words
)
"""What ends a word with hyphens that is no tool's name: ``check-in``, ``call-back``."""

PRODUCTS: Final = frozenset(
    """callrail checkpoint checkr findagrave logmein openai opentable openweather openstreetmap payfast paypal paystack
    playht playstation sendgrid sendinblue setmore sharefile sharepoint showtime trackman""".split()  # noqa: SIM905 - a table of words
)
"""Names of products that begin with a verb, in lower case: no tool's name in a text."""

BUILT_IN: Final = frozenset(
    """endCall transferCall end_call transfer_call transfer_to_number transfer_to_agent language_detection skip_turn
    play_keypad_touch_tone voicemail_detection""".split()  # noqa: SIM905 - a table of words
)
"""Names that the vendors gave tools of their own (Vapi, ElevenLabs; 2026-11)."""
