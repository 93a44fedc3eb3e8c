"""`townline diff`: what changed between two editions, and which entries of a register find their land again?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import click

from api.cli.named_files import read_named, write_named
from api.cli.options import layers_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from api.values import accuracy_ft
from gis.errors import EditionMissing, OptionInvalid
from gis.model.carried import AskedEntry, Carried
from gis.model.difference import RELATION_KINDS, Change, Difference, Passed, PlaceTotal, Relation
from gis.model.edition import Manifest
from gis.model.exact import money
from gis.model.jsonio import dump_json, to_data, to_json
from gis.units import SQFT_PER_ACRE, acres

_SHOWN = 20
_FEWEST_FOR_PROGRESS = 20_000

_KEPT = "A register that is there is never replaced."


def _accuracy(_context: click.Context, _option: click.Parameter, value: str | None) -> Fraction | None:
    return None if value is None else accuracy_ft(value, "the option --accuracy-ft")


def _only(_context: click.Context, _option: click.Parameter, value: str | None) -> frozenset[str]:
    chosen = frozenset(part.strip() for part in (value or ",".join(RELATION_KINDS)).split(","))
    unknown = sorted(chosen - set(RELATION_KINDS))
    if unknown:
        raise OptionInvalid(
            what=f"{unknown[0]!r} is no relation between editions.",
            where="the option --only",
            why="It chooses which relations are listed.",
            next=f"Choose among {', '.join(RELATION_KINDS)}, joined by commas.",
        )
    return chosen


@click.command("diff")
@click.argument("old", metavar="EDITION")
@click.argument("new", metavar="EDITION")
@layers_option
@click.option(
    "--accuracy-ft",
    "given_ft",
    metavar="FEET",
    callback=_accuracy,
    help="Lines that lie apart by no more are the same, in US survey feet; else the editions' accuracies together.",
)
@click.option(
    "--only", metavar="RELATIONS", callback=_only, help="Relations to list, joined by commas, such as split,merged."
)
@click.option(
    "--register",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Entries on parcels of the old edition: say of what they hold now, or what must be asked.",
)
@click.option(
    "--carried",
    "carried_file",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="File to write the entries to that were carried; one that is there is not replaced.",
)
@format_option
@speaks
def diff_command(  # noqa: PLR0913 - one parameter an option
    old: str,
    new: str,
    layers: Path,
    given_ft: Fraction | None,
    only: frozenset[str],
    register: Path | None,
    carried_file: Path | None,
    output_format: str,
) -> None:
    """Say what changed from the old EDITION to the new EDITION of one kind.

    Features are told again by land and id together, each with how sure that is; editions are named by their ids as
    `townline editions` lists them.
    """
    from gis.layers.lineage.carrying import carry, write_carried  # noqa: PLC0415 - --help stays quick
    from gis.layers.lineage.lineage import lineage  # noqa: PLC0415 - the same
    from gis.register.reading import read_entries  # noqa: PLC0415 - the same

    if carried_file is not None and register is None:
        raise OptionInvalid(
            what="There are no entries to carry.",
            where="the option --carried",
            why="It writes the entries of a register that hold on.",
            next="Name the register with --register FILE.csv.",
        )
    entries = () if register is None else read_entries(read_named(register, "--register"), register.name)
    before, after, change = _compared(layers, old, new, given_ft, has_register=register is not None)
    done = None if register is None else carry(entries, lineage(change))
    if carried_file is not None and done is not None:
        write_named(
            carried_file, write_carried(entries, done), "--carried", kept="A register that is there is never replaced."
        )
    if output_format == "json":
        listed = _listed_only(change, only)
        write_bytes(
            to_json(listed) if done is None else dump_json({"difference": to_data(listed), "carried": to_data(done)})
        )
        return
    say(*map(one_line, _summary(before, after, change)))
    say(*map(one_line, _details(change, only)))
    if done is not None:
        say(*map(one_line, _carried(done)))


def _compared(
    layers: Path, old: str, new: str, given_ft: Fraction | None, *, has_register: bool
) -> tuple[Manifest, Manifest, Difference]:
    """Return both manifests and the difference, by the combined accuracy of both or the one given.

    From a later edition to an earlier one is said, and refused where entries would be carried back in time.
    """
    from gis.facts.layerset import LayerSet  # noqa: PLC0415 - --help stays quick
    from gis.law.loader import load_law  # noqa: PLC0415 - the same
    from gis.layers.lineage.difference import difference  # noqa: PLC0415 - the same
    from gis.layers.store import LayerStore  # noqa: PLC0415 - the same

    store = LayerStore(layers)
    manifests = store.manifests()
    before, after = (_named(manifests, name) for name in (old, new))
    is_backwards = after.vintage < before.vintage
    if is_backwards and has_register:
        raise OptionInvalid(
            what=f"{after.edition} is of {after.vintage}, earlier than {before.edition} of {before.vintage}.",
            where="the two editions",
            why="Entries of a register are carried forward in time, to what their land became.",
            next="Name the earlier edition first, or leave --register out.",
        )
    sides = {"old": store.load(before), "new": store.load(after)}
    default_ft = load_law().parameters(max(before.vintage, after.vintage)).number("boundary_accuracy_default_ft")
    combined_ft = LayerSet(sides["old"].frame, sides, default_ft).accuracy_ft("old", "new", with_boundary=False)
    is_big = max(before.counts.features, after.counts.features) >= _FEWEST_FOR_PROGRESS
    tell = is_big and sys.stderr.isatty()
    change = difference(
        sides["old"],
        sides["new"],
        combined_ft if given_ft is None else given_ft,
        lambda text: say(f"  {text} ...", err=True) if tell else None,
    )
    if is_backwards:
        note = f"The second edition is of {after.vintage}, earlier than the first: what is told runs back in time."
        change = replace(change, notes=(*change.notes, note))
    return before, after, change


def _named(manifests: Sequence[Manifest], name: str) -> Manifest:
    found = [each for each in manifests if each.edition == name]
    if not found:
        raise EditionMissing(
            what=f"There is no edition {name}.",
            where="the layers folder",
            why="Only editions on file can be compared.",
            next="List what is there with: townline editions --layers DIR",
        )
    return found[0]


def _listed_only(change: Difference, only: frozenset[str]) -> Difference:
    return replace(change, relations=tuple(each for each in change.relations if each.relation in only))


def _summary(before: Manifest, after: Manifest, change: Difference) -> Iterator[str]:
    yield f"Difference of {change.kind}: {change.old} ({before.vintage}) to {change.new} ({after.vintage})"
    yield f"  accuracy     lines within {float(change.accuracy_ft):g} ft are the same; measured in {change.measured_in}"
    for each in change.throughout:
        yield f"  throughout   {_change(each)}"
    yield ""
    head = f"  {'relation':<12} {'times':>8} {'asked':>6} {'before':>8} {'after':>8}"
    yield f"{head} {'acres before':>14} {'acres after':>14}"
    for tally in change.tallies:
        yield (
            f"  {tally.relation:<12} {tally.relations:>8,} {tally.asked:>6,} {tally.old_features:>8,} "
            f"{tally.new_features:>8,} {_acres(tally.area_sqft_old):>14} {_acres(tally.area_sqft_new):>14}"
        )
    yield (
        f"  {'all':<12} {'':>8} {sum(each.asked for each in change.tallies):>6,} "
        f"{sum(each.old_features for each in change.tallies):>8,} "
        f"{sum(each.new_features for each in change.tallies):>8,} "
        f"{_acres(sum((each.area_sqft_old for each in change.tallies), Fraction(0))):>14} "
        f"{_acres(sum((each.area_sqft_new for each in change.tallies), Fraction(0))):>14}"
    )
    if change.changed_columns:
        yield ""
        yield "Values that changed, with the land or without"
        yield from (f"  {name.replace('_', ' '):<26} {count:>8,}" for name, count in change.changed_columns.items())
    for total in change.totals:
        yield from _total(total)
    yield from (f"Note: {note}" for note in change.notes)


def _total(total: PlaceTotal) -> Iterator[str]:
    yield ""
    yield (
        f"{total.municipality or 'Without a municipality'}: {total.old_features:,} features before, "
        f"{total.new_features:,} after; {_acres(total.area_sqft_old)} acres before, "
        f"{_acres(total.area_sqft_new)} after"
    )
    for each in total.sums:
        if each.old or each.new:
            yield f"  {each.column.replace('_', ' '):<26} ${_money(each.old)} before, ${_money(each.new)} after"


def _details(change: Difference, only: frozenset[str]) -> Iterator[str]:
    for kind in RELATION_KINDS:
        mine = [each for each in change.relations if each.relation == kind]
        if mine and kind in only:
            yield ""
            yield f"{kind.capitalize()} ({len(mine):,})"
            for each in mine[:_SHOWN]:
                yield from _relation(each)
            yield from _more(len(mine))
    if change.passed:
        yield ""
        yield f"Land that passed between features that stayed ({len(change.passed):,})"
        yield from (_passed(each) for each in change.passed[:_SHOWN])
        yield from _more(len(change.passed))


def _relation(each: Relation) -> Iterator[str]:
    old, new = ", ".join(each.old), ", ".join(each.new)
    names = old if old == new else " to ".join(part for part in (old, new) if part)
    land = ""
    if each.area_sqft_old or each.area_sqft_new:
        sizes = {_land(area) for area in (each.area_sqft_old, each.area_sqft_new) if area}
        land = f", {' to '.join(sorted(sizes, key=lambda size: size != _land(each.area_sqft_old)))}"
    yield f"  {names}{land}{_place(each.longitude, each.latitude)}: {each.confidence}. {each.why}"
    yield from (f"    {_change(change)}" for change in each.changes)


def _passed(each: Passed) -> str:
    land = each.land
    return f"  {land.old} to {land.new}: {_land(land.area_sqft)}{_place(each.longitude, each.latitude)}"


def _carried(done: Carried) -> Iterator[str]:
    yield ""
    yield f"Register entries carried ({len(done.carried):,})"
    for each in done.carried[:_SHOWN]:
        yield f"  row {each.row}, {each.kind} of {each.date}: holds of {', '.join(each.new_subjects)}. {each.why}"
    yield from _more(len(done.carried))
    yield f"Register entries to ask about ({len(done.asked):,})"
    for one in done.asked:
        yield f"  row {one.row}, {one.kind} of {one.date}, {one.subject}: {one.why}{_choices(one)}"


def _choices(asked: AskedEntry) -> str:
    if not asked.choices:
        return ""
    told = [f"{each.subject} ({float(each.share_of_old):.1%} of the land)" for each in asked.choices]
    return f" Choose among: {', '.join(told)}."


def _change(change: Change) -> str:
    old, new = ("nothing" if value is None or value == "" else value for value in (change.old, change.new))
    return f"{change.column.replace('_', ' ')}: {old} before, {new} now"


def _more(count: int) -> Iterator[str]:
    if count > _SHOWN:
        yield f"  and {count - _SHOWN:,} more; all are told with --format json"


def _place(longitude: float | None, latitude: float | None) -> str:
    return f", at {longitude:.6f}, {latitude:.6f}" if longitude is not None and latitude is not None else ""


def _acres(area_sqft: Fraction) -> str:
    return f"{float(acres(area_sqft)):,.2f}"


def _land(area_sqft: Fraction) -> str:
    if area_sqft * 10 >= SQFT_PER_ACRE:
        return f"{_acres(area_sqft)} acres"
    return f"{float(area_sqft):,.0f} sq ft"


def _money(amount: Fraction) -> str:
    return f"{Decimal(money(amount)):,.2f}"
