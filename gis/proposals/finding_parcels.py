"""Which parcel does somebody mean: by its number, its site address or a place on the map?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.crs import to_frame
from gis.layers.layer import Layer
from gis.model.found_parcels import FoundParcel, FoundParcels, HowFound
from gis.proposals.site_addresses import (
    continues_house,
    is_house,
    long_forms,
    natural,
    split_number,
    ways_to_say,
    without_keeper,
    words_of,
)

NEAR_FT = 100
"""A place without a parcel, such as a road, is told the parcels this near to it."""
MOST_COUNTED = 1_000
"""Past it nobody wants to know how many parcels fit."""
Flags = npt.NDArray[np.bool_]
_LAST = "\U0010ffff"
_PUNCTUATION = str.maketrans("", "", " .-_/\\:,'#()&+*")
_SIGNS = "0123456789"
_LONGEST_NUMBER = 64
"""No county's parcel numbers are longer; of what is, only the beginning is compared, so that no question is dear."""
_SHORTEST_SHARED = 4
"""Characters that a number must share with one that is on file to be taken for it."""


def number_key(text: str) -> str:
    """Return a parcel number as it is compared: capitals, without spaces and punctuation.

    >>> number_key("002-0814-1641.001"), number_key(" a/12 ")
    ('00208141641001', 'A12')
    """
    return text.translate(_PUNCTUATION).upper()


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Texts in order, each with what it stands for."""

    texts: Sequence[str]
    means: Sequence[int]

    @classmethod
    def of(cls, texts: Sequence[str], means: Sequence[int]) -> _Sorted:
        order = sorted(range(len(texts)), key=texts.__getitem__)
        return cls([texts[at] for at in order], [means[at] for at in order])

    def span(self, prefix: str) -> range:
        """Positions whose text begins with `prefix`."""
        return range(bisect_left(self.texts, prefix), bisect_left(self.texts, prefix + _LAST))

    def same(self, text: str) -> range:
        """Positions of a text itself."""
        return range(bisect_left(self.texts, text), bisect_right(self.texts, text))


class ParcelFinder:
    """An index of the parcels of one layer, in memory; records that are no parcels are left out.

    Parameters
    ----------
    parcels : Layer
        A layer of parcels; nothing of its owners is read. A million of them take some ten seconds to index; then a
        number or a whole address is found in some milliseconds, and what fits half the county in less than a second.
    """

    def __init__(self, parcels: Layer) -> None:
        self._layer = parcels
        self._is_parcel = parcels.column("record_kind") == "parcel"
        rows = [int(row) for row in np.flatnonzero(self._is_parcel)]
        self._ids = parcels.column("parcel_id")
        self._counties = parcels.column("county")
        self._municipalities = parcels.column("municipality")
        self._addresses = parcels.column("site_address")
        self._by_number = _Sorted.of([number_key(str(self._ids[row])) for row in rows], rows)
        self._index_addresses(rows)

    def _index_addresses(self, rows: Sequence[int]) -> None:
        streets: dict[tuple[str, ...], int] = {}
        houses: dict[str, int] = {}
        self._house = np.zeros(len(self._ids), dtype=np.intp)
        rows_of_street: list[list[int]] = []
        # Most addresses repeat a number and a street that were read before, each on its own.
        house_of: dict[str, int] = {}
        street_of: dict[str, int] = {}
        for row in rows:
            said = self._addresses[row]
            if said is None:
                continue
            head, _, tail = said.partition(" ")
            house, code = house_of.get(head), street_of.get(tail)
            if house is None or code is None:
                number, words = split_number(words_of(said))
                house = houses.setdefault(number, len(houses))
                code = streets.setdefault(tuple(words), len(streets))
                if number and is_house(head) and not continues_house(tail):
                    house_of[head], street_of[tail] = house, code
                if code == len(rows_of_street):
                    rows_of_street.append([])
            rows_of_street[code].append(row)
            self._house[row] = house
        self._streets = [long_forms(words) for words in streets]
        self._street_texts = [" ".join(words) for words in self._streets]
        beginnings = [(text, code) for code, street in enumerate(self._streets) for text in _beginnings(street)]
        self._by_street = _Sorted.of([text for text, _ in beginnings], [code for _, code in beginnings])
        # Houses are told by their place in the order in which people count.
        ordered = sorted(houses, key=natural)
        place = np.empty(len(houses), dtype=np.intp)
        place[[houses[number] for number in ordered]] = np.arange(len(houses))
        self._house = place[self._house] if houses else self._house
        self._rows_of_street = [np.array(part)[np.argsort(self._house[part], kind="stable")] for part in rows_of_street]
        ways = [(way, at) for at, number in enumerate(ordered) for way in ways_to_say(number)]
        self._by_house = _Sorted.of([way for way, _ in ways], [at for _, at in ways])

    def by_words(self, words: str, limit: int) -> FoundParcels:
        """Find parcels whose number or site address begins so.

        Parameters
        ----------
        words : str
            What somebody types: "002-0814", "1036 town line rd", "Town Line", "hwy e".
        limit : int
            Most parcels to return.

        Returns
        -------
        FoundParcels
            Exact numbers first, then exact addresses, then what only begins so; nothing for empty words.
        """
        number = number_key(words)
        if not number:
            return FoundParcels(0, counted_whole=True, parcels=())
        same = sorted(self._at(number), key=lambda row: (self._ids[row] != words.strip(), row))
        begun = (self._by_number.means[at] for at in self._by_number.span(number))
        found: list[Iterator[tuple[int, HowFound]]] = [
            ((row, "number") for row in same),
            ((row, "address") for row in self._at_address(words_of(words))),
            ((row, "number") for row in begun),
            ((row, "address") for row in self._along(words_of(words))),
        ]
        return self._told(chain.from_iterable(found), limit)

    def with_number(self, parcel_id: str, county: str | None = None) -> tuple[int, ...]:
        """Return the rows of a parcel as published, in the county where one is named."""
        wanted = None if county is None else _county(county)
        return tuple(
            row
            for row in self._at(number_key(parcel_id))
            if self._ids[row] == parcel_id and (wanted is None or _county(self._counties[row]) == wanted)
        )

    def told(self, row: int, how: HowFound = "number") -> FoundParcel:
        """Return what may be said of a row."""
        return FoundParcel(
            str(self._ids[row]), self._counties[row], self._municipalities[row], self._addresses[row], how
        )

    def near_number(self, parcel_id: str, limit: int) -> FoundParcels:
        """Return parcels whose number differs in punctuation or by one sign, then those that share its beginning."""
        key = number_key(parcel_id[:_LONGEST_NUMBER])
        slips = [row for slip in (key, *_slips(key)) for row in self._at(slip)]
        begun = key
        shared: range = range(0)
        while not shared and len(begun) >= _SHORTEST_SHARED:
            shared = self._by_number.span(begun)
            begun = begun[:-1]
        rows = [*slips, *(self._by_number.means[at] for at in shared[: limit * 2])]
        return self._told(((row, "near") for row in rows), limit)

    def at(self, longitude: float, latitude: float, limit: int) -> FoundParcels:
        """Find the parcels at a place, stacked ones all; where there is none, those within `NEAR_FT` feet of it.

        Parameters
        ----------
        longitude, latitude : float
            Degrees.
        limit : int
            Most parcels to return.
        """
        frame = self._layer.frame
        place = to_frame(np.array([shapely.Point(longitude, latitude)]), "OGC:CRS84", frame, "the place").geometries[0]
        under = self._parcels_of(self._layer.tree.query(place, predicate="intersects"))
        if under:
            return self._told(((row, "place") for row in under), limit)
        near = self._parcels_of(self._layer.tree.query(place, predicate="dwithin", distance=NEAR_FT / frame.unit_ft))
        far = shapely.distance(self._layer.geometries[near], place) if near else []
        ordered = [row for _, row in sorted(zip(far, near, strict=True))]
        return self._told(((row, "near") for row in ordered), limit)

    def _parcels_of(self, found: Iterable[int]) -> list[int]:
        return sorted(int(row) for row in found if self._is_parcel[row])

    def _at(self, key: str) -> list[int]:
        """Return the rows of one number."""
        return [self._by_number.means[at] for at in self._by_number.same(key)]

    def _at_address(self, words: Sequence[str]) -> Iterator[int]:
        """Yield the rows of one address: this number of this street."""
        number, rest = split_number(words)
        if not number or not rest:
            return
        wanted = without_keeper(long_forms(rest))
        streets = [code for code in self._streets_begun(rest) if without_keeper(self._streets[code]) == wanted]
        yield from self._of_houses(streets, self._houses(self._by_house.same(number)))

    def _along(self, words: Sequence[str]) -> Iterator[int]:
        """Yield the rows whose address begins so, or lies on a street of which a word begins so."""
        number, rest = split_number(words)
        begun = self._houses(self._by_house.span(number) if number else range(0))
        if number and rest:
            streets = self._streets_begun(rest)
            yield from self._of_houses(streets, self._houses(self._by_house.same(number)))
            yield from self._of_houses(streets, begun)
        # "5 MILE RD" may be number 5 of Mile Road, or Five Mile Road itself.
        for code in self._streets_begun(words):
            yield from self._rows_of_street[code].tolist()
        if number and not rest:
            yield from self._of_houses(range(len(self._streets)), begun)

    def _houses(self, span: range) -> Flags:
        """Return which houses are among those of a span."""
        wanted = np.zeros(self._house.max(initial=0) + 1, dtype=np.bool_)
        wanted[[self._by_house.means[at] for at in span]] = True
        return wanted

    def _of_houses(self, streets: Sequence[int], wanted: Flags) -> list[int]:
        """Return the rows of some houses along streets, in the order of the streets."""
        if not streets or not wanted.any():
            return []
        rows = np.concatenate([self._rows_of_street[code] for code in streets])
        found: list[int] = rows[wanted[self._house[rows]]].tolist()
        return found

    def _streets_begun(self, words: Sequence[str]) -> list[int]:
        """Return the streets that have these words from some word on; the last may be half typed."""
        if not words:
            return []
        whole = long_forms(words)
        said = {" ".join(whole), " ".join(without_keeper(whole)), " ".join((*whole[:-1], words[-1]))}
        codes = {self._by_street.means[at] for text in said for at in self._by_street.span(text)}
        return sorted(codes, key=lambda code: (self._street_texts[code] not in said, self._street_texts[code], code))

    def _told(self, rows: Iterable[tuple[int, HowFound]], limit: int) -> FoundParcels:
        first: dict[tuple[str, str | None], tuple[int, HowFound]] = {}
        for row, how in rows:
            if len(first) == MOST_COUNTED:
                break
            first.setdefault((str(self._ids[row]), self._counties[row]), (row, how))
        return FoundParcels(
            len(first),
            counted_whole=len(first) < MOST_COUNTED,
            parcels=tuple(self.told(row, how) for row, how in islice(first.values(), limit)),
        )


def _county(name: str | None) -> str:
    return (name or "").casefold().strip().removesuffix(" county")


def _beginnings(street: tuple[str, ...]) -> set[str]:
    """Return the street's words from each word on, with and without the keeper of a highway."""
    ways = {street, without_keeper(street)}
    return {" ".join(way[at:]) for way in ways for at in range(len(way))}


def _slips(key: str) -> Iterator[str]:
    """Yield what a number may have been meant to be: one sign left out, swapped, replaced or added."""
    for at in range(len(key)):
        yield key[:at] + key[at + 1 :]
        yield key[:at] + key[at + 1 : at + 2] + key[at] + key[at + 2 :]
        for sign in _SIGNS:
            yield key[:at] + sign + key[at + 1 :]
            yield key[:at] + sign + key[at:]
