"""How does the law look on the screen: a rule or a value explained, and the list of all, as pages without script?"""

from __future__ import annotations

from gis.model.law import LawList, ParameterExplained, RuleExplained
from maps.assets import Assets
from maps.elements import environment
from maps.law_words import day_asked, law_link, law_text

BANNER = "A paraphrase, not the text of the law. Not legal advice."


def law_page(told: RuleExplained | ParameterExplained | LawList, assets: Assets, prefix: str) -> str:
    """Return what is said of the law as HTML; same input, same text.

    Parameters
    ----------
    told
        A rule, a value, or the list of all.
    assets
        Links to our own origin, or styles to put inside.
    prefix
        Address of the list, from this page; that of a rule or value is one step below it.
    """
    return (
        environment()
        .get_template("law.html")
        .render(
            text=law_text(told),
            banner=BANNER,
            assets=assets,
            home=f"{prefix}?{day_asked(told.date)}",
            link=lambda name: law_link(prefix, name, told.date),
        )
    )
