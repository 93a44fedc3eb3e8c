// Draws the features that the page holds as JSON, and ties each button of the list to its place.
// Text from the data reaches the page through textContent only.
(function () {
  "use strict";

  const MAP_ID = "townline-map";
  const GAP = 4; // pixels between a label and the edge of the frame
  const frame = document.getElementById(MAP_ID);
  if (!frame || !window.L) {
    return;
  }
  const settings = JSON.parse(document.getElementById(MAP_ID + "-settings").textContent);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = L.map(MAP_ID, Object.assign({}, settings.options, {
    attributionControl: false,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
  }));
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-labelledby", "map-heading");
  L.control.attribution({ prefix: false }).addAttribution(settings.attribution).addTo(map);
  // A browser lets a shape with a tooltip take the focus. The list has a button for each, and the map stays one stop.
  map.on("layeradd", function ({ layer }) {
    if (layer instanceof L.Path) {
      layer.getElement().setAttribute("tabindex", "-1");
    }
  });
  L.control.scale({ imperial: true, metric: false, maxWidth: 140 }).addTo(map);

  function showWhole() {
    map.fitBounds(settings.bounds, { animate: false, padding: [12, 12] });
    placeLabels();
  }

  // Everything that can be shown, by its key in the page.
  const shown = new Map();
  const labels = [];
  let origin = null; // the button of the list that the reader came from

  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (text !== undefined) {
      made.textContent = text;
    }
    if (className) {
      made.className = className;
    }
    return made;
  }

  // A way to the service's answer for a place; the place is known once the popup is open.
  function asking() {
    return element("a", "Which parcel is here?", "ask");
  }

  function popupContent(properties, words) {
    const box = element("div");
    box.append(element("h4", properties.title), element("p", words));
    if (properties.id !== null) {
      box.append(element("p", properties.id, "id"));
    }
    const list = element("dl");
    for (const [name, value] of properties.facts) {
      const line = element("div");
      line.append(element("dt", name), element("dd", value));
      list.append(line);
    }
    box.append(list);
    const page = document.querySelector('a.page[data-of="' + properties.key + '"]');
    if (page) {
      box.append(page.cloneNode(true));
    } else if (settings.askAt) {
      box.append(asking());
    }
    if (origin) {
      const back = origin;
      const button = element("button", "Back to the list", "go");
      button.type = "button";
      button.addEventListener("click", function () {
        map.closePopup();
        back.focus();
        back.scrollIntoView({ block: "center" });
      });
      box.append(button);
    }
    return box;
  }

  // The title, and the first thing known of it.
  function hoverContent(properties) {
    const box = element("span", properties.title);
    for (const [name, value] of properties.facts.slice(0, 1)) {
      box.append(element("br"), element("span", name + ": " + value));
    }
    return box;
  }

  function drawing(viewBox, shapes, className) {
    const names = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(names, "svg");
    svg.setAttribute("viewBox", viewBox);
    svg.setAttribute("aria-hidden", "true");
    if (className) {
      svg.setAttribute("class", className);
    }
    for (const [tag, look] of shapes) {
      const shape = document.createElementNS(names, tag);
      for (const [name, value] of Object.entries(look)) {
        shape.setAttribute(name, value);
      }
      svg.append(shape);
    }
    return svg;
  }

  function markerIcon(style) {
    const ground = { x: -2, y: -2, width: 20, height: 20, rx: 4, fill: "#ffffff", stroke: style.stroke, "stroke-width": 1.5 };
    const sign = { d: style.icon, fill: "none", stroke: style.stroke, "stroke-width": 2.4, "stroke-linecap": "round" };
    const svg = drawing("-3 -3 22 22", [["rect", ground], ["path", sign]]);
    return L.divIcon({ html: svg, className: "townline-marker", iconSize: [22, 22] });
  }

  function drawBlock(block) {
    const collection = JSON.parse(block.textContent);
    const style = settings.roles[collection.role];
    L.geoJSON(collection, {
      style: {
        color: style.stroke,
        weight: style.width,
        dashArray: style.dash,
        fill: style.fill !== null,
        fillColor: style.hatch === "none" ? style.fill : "url(#hatch-" + collection.role + ")",
        fillOpacity: style.fillOpacity,
        className: "townline-" + collection.role,
      },
      onEachFeature: function (feature, layer) {
        const properties = feature.properties;
        const at = properties.at ? L.latLng(properties.at[1], properties.at[0]) : null;
        const content = function () { return popupContent(properties, style.words); };
        const options = { className: "townline-popup", maxWidth: 280 };
        layer.bindPopup(content, options);
        if (!style.label) {
          layer.bindTooltip(function () { return hoverContent(properties); }, { sticky: true });
        }
        shown.set(properties.key, { layer: layer, at: at, title: properties.title });
        if (at && style.marker) {
          L.marker(at, { icon: markerIcon(style), keyboard: false }).bindPopup(content, options).addTo(map);
        }
        if (at && style.label) {
          const label = L.tooltip({ permanent: true, direction: "center", offset: [0, 0], className: "townline-label" })
            .setLatLng(at).setContent(element("span", properties.title)).addTo(map);
          labels.push({ label: label, spots: (properties.spots || []).concat([properties.at.concat(0)]) });
        }
      },
    }).addTo(map);
  }

  // What a label may not cover, in pixels of the frame: the buttons, the scale and the icons.
  function taken() {
    const ground = frame.getBoundingClientRect();
    return Array.from(frame.querySelectorAll(".leaflet-control, .townline-marker"), function (part) {
      const box = part.getBoundingClientRect();
      return L.bounds([box.left - ground.left, box.top - ground.top], [box.right - ground.left, box.bottom - ground.top]);
    });
  }

  // Puts each label whole into the frame, inside its land, clear of icons and of other labels where there is room.
  function placeLabels() {
    const size = map.getSize();
    const occupied = taken();
    for (const { label, spots } of labels) {
      const half = L.point(label.getElement().offsetWidth, label.getElement().offsetHeight).divideBy(2);
      let best = { cost: Infinity };
      spots.forEach(function ([east, north, degrees]) {
        const spot = L.latLng(north, east);
        const at = map.latLngToContainerPoint(spot);
        const room = at.y - map.latLngToContainerPoint(L.latLng(north + degrees, east)).y;
        if (at.x < 0 || at.y < 0 || at.x > size.x || at.y > size.y) {
          return;
        }
        for (const lift of [0, -24, 24]) {
          const middle = L.point(
            Math.min(Math.max(at.x, half.x + GAP), size.x - half.x - GAP),
            Math.min(Math.max(at.y + lift, half.y + GAP), size.y - half.y - GAP)
          );
          const box = L.bounds(middle.subtract(half), middle.add(half));
          const covered = occupied.filter(function (other) { return other.overlaps(box); }).length;
          const cost = covered * size.x + middle.distanceTo(at) * 2 + Math.max(0, half.x - room);
          if (cost < best.cost) {
            best = { cost: cost, spot: spot, shift: middle.subtract(at), box: box };
          }
        }
      });
      if (best.spot) {
        label.options.offset = best.shift;
        label.setLatLng(best.spot);
        occupied.push(best.box);
      }
    }
  }

  document.querySelectorAll("script.townline-features").forEach(drawBlock);

  function go(button) {
    const target = shown.get(button.dataset.key);
    const box = button.dataset.bbox ? JSON.parse(button.dataset.bbox) : null;
    const bounds = target ? target.layer.getBounds() : L.latLngBounds([box[1], box[0]], [box[3], box[2]]);
    document.querySelectorAll(".go[aria-current]").forEach(function (other) { other.removeAttribute("aria-current"); });
    button.setAttribute("aria-current", "true");
    map.closePopup();
    map.fitBounds(bounds, { animate: false, maxZoom: 20, padding: [40, 40] });
    let words = "The map shows the place.";
    if (target) {
      origin = button;
      target.layer.openPopup(target.at || undefined);
      origin = null;
      words = "The map shows " + target.title + ".";
    }
    frame.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
    document.getElementById("map-status").textContent = words;
  }

  document.addEventListener("click", function (event) {
    const button = event.target.closest(".go[data-key], .go[data-bbox]");
    if (button) {
      go(button);
    }
  });

  if (settings.askAt) {
    map.on("click", function (event) {
      L.popup({ className: "townline-popup" }).setLatLng(event.latlng).setContent(asking()).openOn(map);
    });
    map.on("popupopen", function (event) {
      const link = event.popup.getElement().querySelector("a.ask");
      if (link) {
        const at = event.popup.getLatLng().wrap();
        link.href = settings.askAt + "?lon=" + at.lng.toFixed(7) + "&lat=" + at.lat.toFixed(7);
      }
    });
  }

  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      map.closePopup();
    }
  });

  // A way back to the whole, beside Leaflet's own two buttons.
  const whole = L.control({ position: "topleft" });
  whole.onAdd = function () {
    const bar = element("div", undefined, "leaflet-bar");
    const button = element("a");
    button.append(drawing("0 0 16 16", [["path", { d: "M2 6V2H6M10 2H14V6M14 10V14H10M6 14H2V10" }]], "icon"));
    button.href = "#" + MAP_ID;
    button.title = "Show the whole boundary";
    button.setAttribute("role", "button");
    button.setAttribute("aria-label", "Show the whole boundary");
    L.DomEvent.disableClickPropagation(bar);
    L.DomEvent.on(button, "click", function (event) {
      L.DomEvent.preventDefault(event);
      map.closePopup();
      showWhole();
    });
    bar.append(button);
    return bar;
  };
  whole.addTo(map);
  showWhole();

  // Paper shows what is folded away on the screen, and the map at the paper's width.
  let folded = [];
  window.addEventListener("beforeprint", function () {
    folded = Array.from(document.querySelectorAll("details:not([open])"));
    folded.forEach(function (part) { part.open = true; });
    map.invalidateSize({ animate: false });
    showWhole();
  });
  window.addEventListener("afterprint", function () {
    folded.forEach(function (part) { part.open = false; });
    map.invalidateSize({ animate: false });
    placeLabels();
  });
  map.on("resize", placeLabels);
})();
