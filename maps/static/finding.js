// Finds a parcel in the page's own list, as the service does: gis/proposals/site_addresses.py has the same rules.
(function () {
  "use strict";

  const box = document.getElementById("find");
  if (!box) {
    return;
  }
  const tables = JSON.parse(document.getElementById("townline-words").textContent);
  const status = document.getElementById("find-status");
  const rows = Array.from(document.querySelectorAll("[data-find]"), function (row) {
    const [number, houses, ...streets] = row.dataset.find.split("|");
    return { row: row, number: number, houses: houses.split(" ").filter(Boolean), streets: streets };
  });
  const groups = Array.from(document.querySelectorAll("details.parcels"), function (group) {
    return { group: group, wasOpen: group.open };
  });

  function wordsOf(text) {
    const plain = text.replace(/[.'\u2019`]/g, "").toUpperCase();
    return plain.match(/[0-9]+(?:[-/][0-9]+)+|[\p{L}\p{N}]+/gu) || [];
  }

  function splitNumber(words) {
    const house = /^[NSEW]?[0-9]+(?:[-/][0-9]+)*[A-Z]?(?:[NSEW][0-9]+)?$/;
    const grid = /^[NSEW][0-9]+$/;
    if (!words.length || !house.test(words[0]) || /^[0-9]+(?:ST|ND|RD|TH)$/.test(words[0])) {
      return ["", words];
    }
    if (words.length > 1 && grid.test(words[0]) && grid.test(words[1])) {
      return [words[0] + words[1], words.slice(2)];
    }
    if (words.length > 1 && /^[0-9]\/[0-9]$/.test(words[1])) {
      return [words[0] + "_" + words[1], words.slice(2)];
    }
    return [words[0], words.slice(1)];
  }

  function longForm(word) {
    return Object.hasOwn(tables.long, word) ? tables.long[word] : word;
  }

  function withoutKeeper(words) {
    const said = [];
    for (let at = 0; at < words.length; at += 1) {
      let after = at + 1;
      if (tables.keepers.includes(words[at])) {
        const isTrunk = words[after] === "TRUNK";
        after += isTrunk ? 1 : 0;
        const isHighway = tables.highways.includes(words[after]);
        if (isHighway || isTrunk) {
          said.push("HIGHWAY");
          at = after - (isHighway ? 0 : 1);
          continue;
        }
      }
      said.push(words[at]);
    }
    return said;
  }

  // The ways to say the words of a street; the last may be half typed.
  function waysToSay(words) {
    const long = words.map(longForm);
    const typed = long.slice(0, -1).concat(words.slice(-1));
    return [long, withoutKeeper(long), typed].map(function (way) { return " " + way.join(" "); });
  }

  function fits(parcel, number, house, rest, ways, whole) {
    const isAlong = function (said) {
      return parcel.streets.some(function (street) {
        return said.some(function (way) { return (" " + street).includes(way); });
      });
    };
    const isHouse = house !== "" && parcel.houses.some(function (said) { return said.startsWith(house); });
    return parcel.number.startsWith(number) || (isHouse && (!rest.length || isAlong(ways))) || isAlong(whole);
  }

  function search() {
    const number = box.value.replace(/[\s.\-_/\\:,'#()&+*]/g, "").toUpperCase();
    const words = wordsOf(box.value);
    const [house, rest] = splitNumber(words);
    const ways = waysToSay(rest);
    const whole = waysToSay(words);
    let found = 0;
    rows.forEach(function (parcel) {
      const isFound = number === "" || fits(parcel, number, house, rest, ways, whole);
      parcel.row.hidden = !isFound;
      found += isFound ? 1 : 0;
    });
    groups.forEach(function ({ group, wasOpen }) {
      const some = group.querySelector("[data-find]:not([hidden])") !== null;
      group.hidden = number !== "" && !some;
      group.open = number === "" ? wasOpen : some;
    });
    status.textContent = number === "" ? "" : found + (found === 1 ? " parcel of this list fits." : " parcels of this list fit.");
  }

  document.querySelectorAll(".needs-script").forEach(function (part) { part.hidden = false; });
  box.addEventListener("input", search);
  if (box.value) {
    search();
  }
})();
