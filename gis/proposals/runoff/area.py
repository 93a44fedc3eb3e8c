"""What do map, register and ordinance say of all parcels of a stormwater utility, before any rule is asked?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.ground import area_steps, sqft
from gis.facts.layerset import LayerSet
from gis.facts.sewers.areas.governing import InPlace, in_place
from gis.facts.sewers.areas.membership import membership
from gis.layers.layer import Layer
from gis.layers.progress import Progress, silent
from gis.model.edition import Kind
from gis.model.stormwater_policy import StormwaterPolicy
from gis.proposals.connections.layers import layers_asked, near_place
from gis.proposals.connections.place import parcel_asked, parcel_rows, place_asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.allocating import allocated
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.baseline import Baseline, baseline_lots
from gis.proposals.runoff.development import Built, buildings_on
from gis.proposals.runoff.district import InDistrict, in_district, utility_land
from gis.proposals.runoff.stated import StatedRoll, rate_adopted, stated_roll
from gis.proposals.runoff.surfaces import Land, Measuring, impervious_policy, rule_policy
from gis.rules.stormwater.low_density import has_rule

Rows = npt.NDArray[np.intp]
Texts = npt.NDArray[np.object_]
_BASELINE = "eru_low_density_date"
_USED: tuple[Kind, ...] = ("parcels", "municipalities", "counties", "districts", "rights_of_way", "buildings")
_CUT: tuple[Kind, ...] = ("parcels", "rights_of_way", "buildings")
"""Kinds of which the ground around a parcel or a place is enough."""
"""Layers that bear on units and charges, besides those of surfaces."""


@dataclass(frozen=True, eq=False)
class RunoffArea:
    """Everything that the rules on runoff ask of a utility's parcels; positions are those of `rows`.

    Attributes
    ----------
    run : RunoffAsked
        The question.
    layers : LayerSet
        What was looked at.
    measuring : Measuring
        What measures impervious land on a day.
    rows : int array
        Rows of the layer of parcels that the utility charges or may charge, by id and county.
    governed : InPlace
        Whether the ordinance's place holds each of them.
    district : InDistrict or None
        None where no utility district is on file.
    now, then : Land
        Impervious land by row of the layer; `then` is None where the ordinance has no rule of low density.
    inside_sqft : mapping of int to Fraction or None
        Of parcels on the line of the district, by position: impervious land of the part inside.
    built : Built
        Their buildings.
    lot_sqft : tuple of Fraction
        Land of each.
    before : Baseline
        Lots of the qualifying date of low density that are others now.
    doubts : tuple of str
        What the register says of shared surfaces and cannot be used.
    outside : int
        Parcels of the ordinance's municipality that lie outside the utility district, and are not on the roll.
    """

    run: RunoffAsked
    layers: LayerSet
    measuring: Measuring
    rows: Rows
    governed: InPlace
    district: InDistrict | None
    now: Land
    then: Land | None
    inside_sqft: Mapping[int, Fraction | None]
    built: Built
    lot_sqft: tuple[Fraction, ...]
    before: Baseline
    doubts: tuple[str, ...]
    outside: int

    @cached_property
    def policy(self) -> StormwaterPolicy:
        """The utility's policy, with the classes that the layer of surfaces names."""
        return rule_policy(self.run.policy, self.now.classes)

    @cached_property
    def told(self) -> StatedRoll:
        """What people established."""
        return stated_roll(self.run.asked.register, self.run.asked.date, self.run.policy)

    @cached_property
    def rate(self) -> tuple[Fraction | None, str]:
        """Dollars a unit and bill, and who set it."""
        run = self.run
        if run.rate is not None:
            return run.rate, "as asked"
        adopted = rate_adopted(run.asked.register, run.asked.date, run.ordinance)
        if adopted is not None:
            return adopted, "adopted, as the register has it"
        if run.ordinance.stormwater_rate is not None:
            return run.ordinance.stormwater_rate, "as the ordinance file states it"
        return None, "no rate is adopted, as far as is known"

    def column(self, name: str) -> Texts:
        """Return a column of the parcels."""
        found: Texts = self.layers.layers["parcels"].column(name)[self.rows]
        return found

    def editions(self) -> dict[str, str]:
        """Return the editions that bear on the roll, by kind."""
        held: dict[str, str] = {kind: self.layers.layers[kind].edition for kind in _USED if kind in self.layers.layers}
        return dict(sorted({**held, **self.now.areas.editions}.items()))


def surveyed(
    on_file: LayersOnFile, run: RunoffAsked, parcel: tuple[str, str | None] | None = None, progress: Progress = silent
) -> RunoffArea:
    """Survey a utility's parcels, their surfaces and buildings.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    run : RunoffAsked
        The question.
    parcel : pair of parcel id and county, optional
        Only this parcel is asked about, and only the ground within a mile of it is looked at; it is surveyed even
        where it lies outside.
    progress : callable
        Told what is being done.

    Raises
    ------
    EditionMissing
        No parcels or no municipalities are on file.
    OptionInvalid
        No ordinance is named, or no parcel has that id.
    LawUnknown, OrdinanceNotInForce
        The ordinance is not on file, or not in force.
    """
    ordinance, asked = run.ordinance, run.asked
    progress("reading the editions")
    utility = utility_land(_districts(on_file, run), ordinance.utility_district, asked.date)
    around = _around(on_file, run, utility, parcel)
    shared = allocated(asked.register, asked.date)
    policy = replace(impervious_policy(run.policy, run.parameters), allocations=shared.shares)
    measuring = Measuring(on_file, run.folder, asked, policy)
    layers = _layers(on_file, run, measuring, around)
    progress("telling which parcels the utility charges")
    rows = _parcel_rows(layers, parcel)
    shapes = layers.layers["parcels"].geometries[rows]
    held = in_place(ordinance, membership(layers, rows, asked.date))
    district = None if utility is None else in_district(layers, shapes, *utility)
    is_charged = ~held.is_out if district is None else district.is_whole | district.is_cut
    chosen = np.flatnonzero(is_charged | (parcel is not None))
    outside = 0 if district is None else int((held.is_in & ~is_charged).sum())
    chosen = chosen[_order(layers, rows[chosen])]
    rows, shapes = rows[chosen], shapes[chosen]
    district = None if utility is None else in_district(layers, shapes, *utility)
    progress(f"measuring the impervious land of {len(rows):,} parcels")
    now = measuring.now(layers)
    then, before = None, Baseline()
    if has_rule(run.parameters):
        day = run.parameters.day(_BASELINE)
        then = measuring.then(layers, day)
        before = _before(on_file, run, layers, rows, measuring)
    progress("telling what stands on them")
    return RunoffArea(
        run=run,
        layers=layers,
        measuring=measuring,
        rows=rows,
        governed=_only(held, chosen),
        district=district,
        now=now,
        then=then,
        inside_sqft={} if district is None else _inside(measuring, layers, rows, district),
        built=buildings_on(layers, shapes),
        lot_sqft=tuple(sqft(each) for each in area_steps(shapes, layers.frame).tolist()),
        before=before,
        doubts=shared.doubts,
        outside=outside,
    )


def _before(on_file: LayersOnFile, run: RunoffAsked, layers: LayerSet, rows: Rows, measuring: Measuring) -> Baseline:
    day, told = run.parameters.day(_BASELINE), stated_roll(run.asked.register, run.asked.date, run.policy)

    def known(lots: Layer) -> Iterator[Fraction | None]:
        land = measuring.then(replace(layers, layers={**layers.layers, "parcels": lots}), day)
        keys = zip(lots.column("parcel_id").tolist(), lots.column("county").tolist(), strict=True)
        for row, (number, county) in enumerate(keys):
            stated = told.of(str(number), county).baseline_sqft
            yield land.total_sqft(int(land.areas.ground_of[row])) if stated is None else stated

    return baseline_lots(on_file, layers, rows, day, known)


def _districts(on_file: LayersOnFile, run: RunoffAsked) -> Layer | None:
    named, date = run.asked.editions.get("districts"), run.asked.date
    if named is None and not any(each.vintage <= date for each in on_file.editions("districts")):
        return None
    return on_file.layer("districts", date, named)


def _around(
    on_file: LayersOnFile,
    run: RunoffAsked,
    utility: tuple[str, BaseGeometry] | None,
    parcel: tuple[str, str | None] | None,
) -> BaseGeometry | None:
    if parcel is not None:
        return parcel_asked(on_file, run.asked, *parcel)
    place = place_asked(on_file, run.asked)
    if place is None or utility is None:
        return place
    return shapely.GeometryCollection([*shapely.get_parts(place), utility[1]])


def _layers(on_file: LayersOnFile, run: RunoffAsked, measuring: Measuring, around: BaseGeometry | None) -> LayerSet:
    # Sewers and the like have no bearing on a charge for runoff, and may be as wrong as they will.
    held = layers_asked(on_file, run.asked, around, kinds=_USED)
    if around is not None:
        held = near_place(held, around, _CUT)
    surfaces = measuring.surfaces()
    kept = dict(held.layers)
    if surfaces is not None:
        near = np.sort(surfaces.tree.query(shapely.box(*shapely.total_bounds(kept["parcels"].geometries))))
        kept["impervious"] = replace(surfaces, table=surfaces.table.iloc[near].reset_index(drop=True))
    return replace(held, layers=kept)


def _parcel_rows(layers: LayerSet, parcel: tuple[str, str | None] | None) -> Rows:
    """Return the rows that are land with an owner, each id and outline once."""
    layer = layers.layers["parcels"]
    shapes, ids, counties = layer.geometries, layer.column("parcel_id"), layer.column("county")
    is_land = ~np.asarray(shapely.is_missing(shapes) | shapely.is_empty(shapes), dtype=bool)
    is_land &= np.asarray(layer.column("record_kind") == "parcel", dtype=bool)
    if parcel is not None:
        is_asked = np.zeros(len(shapes), dtype=bool)
        is_asked[[*parcel_rows(layer, *parcel)]] = True
        is_land &= is_asked
    seen: set[tuple[object, object, bytes]] = set()
    rows = []
    for row in np.flatnonzero(is_land).tolist():
        key = (ids[row], counties[row], shapely.to_wkb(shapes[row]))
        if key not in seen:
            seen.add(key)
            rows.append(row)
    return np.array(rows, dtype=np.intp)


def _order(layers: LayerSet, rows: Rows) -> Rows:
    layer = layers.layers["parcels"]
    ids, counties = layer.column("parcel_id"), layer.column("county")
    order = sorted(range(len(rows)), key=lambda i: (str(ids[rows[i]]), counties[rows[i]] or "", int(rows[i])))
    return np.array(order, dtype=np.intp)


def _only(held: InPlace, chosen: Rows) -> InPlace:
    return InPlace(held.is_in[chosen], held.is_out[chosen], held.because[chosen])


def _inside(measuring: Measuring, layers: LayerSet, rows: Rows, district: InDistrict) -> dict[int, Fraction | None]:
    """Measure the impervious land of the parts inside of parcels on the district's line, where surfaces lie.

    What the register shares out is shared between whole parcels; nothing says how a share is divided at the line.
    """
    positions = sorted(district.parts)
    if not positions:
        return {}
    parcels = layers.layers["parcels"]
    table = parcels.table.iloc[rows[positions]].reset_index(drop=True)
    table = table.set_geometry(np.array([district.parts[each] for each in positions], dtype=object))
    held: dict[str, Layer] = {**layers.layers, "parcels": replace(parcels, table=table)}
    if "impervious" in held:
        reach = float(measuring.policy.capture_reach_ft) / layers.frame.unit_ft
        near = held["impervious"].tree.query(table.geometry.to_numpy(), predicate="dwithin", distance=reach)[1]
        surfaces = held["impervious"]
        held["impervious"] = replace(surfaces, table=surfaces.table.iloc[np.unique(near)].reset_index(drop=True))
    where_it_lies = replace(measuring, policy=replace(measuring.policy, allocations={}))
    land = where_it_lies.now(replace(layers, layers=held))
    return {position: land.total_sqft(int(land.areas.ground_of[i])) for i, position in enumerate(positions)}
