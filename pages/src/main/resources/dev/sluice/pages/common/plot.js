// Charts with two axes as SVG: lines, points, bars, intervals.
//
// A chart: {x, y, series, sideways, id, isBare}; with an id, arrows go from point to point; a bare one has no legend.
// An axis: {kind: linear, log, names or time (ms), title, names, format}. A series: {kind, name, data}, with data
// [x, y, note] of a line or scatter, and of values (single ones behind others), refused, current and chosen, which have
// marks of their own; a number for each name or [x, y] of a bar or stacked; [x, low, high] of an interval.
const plot = (() => {
  const {html, svg, replace} = elements;
  const COLOURS = 8;
  const MARKED = 80; // more points of a line have no mark each
  const NEAR = 40;
  const CHARACTER = 6.4;
  const number = new Intl.NumberFormat("en", {maximumSignificantDigits: 6});
  const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

  // Points that have the same mark wherever they are.
  const OWN = {
    values: (x, y) => svg("circle", {cx: x, cy: y, r: 2.6}),
    refused: (x, y) => svg("path", {class: "plot-line", d: `M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7`}),
    current: (x, y) => svg("path", {class: "hollow", d: `M${x} ${y - 9}l9 9l-9 9l-9 -9z`}),
    chosen: (x, y) => svg("path", {d: `M${x} ${y - 11}l3 7.6h8l-6.4 5 2.4 7.8-7-4.8-7 4.8 2.4-7.8-6.4-5h8z`}),
  };
  const baseOf = ({kind}) => (kind in OWN ? "scatter" : kind === "stacked" ? "bar" : kind);

  // What is drawn along each axis: the first axis is that of places, the second that of values.
  function valuesOf(series, isPlace) {
    const of = {
      line: ([x, y]) => [isPlace ? x : y],
      scatter: ([x, y]) => [isPlace ? x : y],
      interval: ([x, low, high]) => (isPlace ? [x] : [low, high]),
      bar: (item) => (Array.isArray(item) ? [isPlace ? item[0] : item[1]] : isPlace ? [] : [item]),
    }[baseOf(series)];
    return series.data.flatMap(of).filter(isNumber);
  }

  // Stacked bars reach up to their sums.
  function stackSums(series) {
    const sums = new Map();
    for (const one of series.filter((each) => each.kind === "stacked")) {
      one.data.forEach((item, i) => {
        const [place, value] = Array.isArray(item) ? item : [i, item];
        if (isNumber(value)) sums.set(place, (sums.get(place) ?? 0) + value);
      });
    }
    return [...sums.values()];
  }

  // Low and high end of an axis; zero is part of it if places are lengths.
  function domain(axis, series, isPlace) {
    const values = series.flatMap((one) => valuesOf(one, isPlace));
    if (!isPlace) values.push(...stackSums(series));
    const shown = axis.kind === "log" ? values.filter((value) => value > 0) : values;
    if (!shown.length) return axis.kind === "log" ? [1, 10] : [0, 1];
    let [low, high] = shown.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)],
      [Infinity, -Infinity]);
    if (axis.kind === "log") {
      const room = Math.max((high / low) ** .04, 1.03);
      return [low / room, high * room];
    }
    if (axis.kind === "time") return low === high ? [low - 1000, high + 1000] : [low, high];
    if (low === high && low === 0) high = 1;
    const room = (Math.max(high, 0) - Math.min(low, 0)) * .04;
    return [low < 0 ? low - room : 0, high > 0 ? high + room : 0];
  }

  // place(value) is a part of the axis from 0 to 1.
  function scaleOf(axis, series, isPlace, pixels) {
    if (axis.kind === "names") {
      const n = Math.max(1, axis.names.length);
      const ticks = axis.names.map((name, i) => [i, name]);
      return {place: (i) => (i + .5) / n, ticks, step: 1 / n, isNames: true};
    }
    const [low, high] = domain(axis, series, isPlace);
    const format = axis.format ?? units.brief;
    if (axis.kind === "time") {
      const ticks = axes.times(low, (high - low) * 1000, pixels).map(([micros, text]) => [low + micros / 1000, text]);
      return {place: (value) => (value - low) / (high - low), ticks, step: 0};
    }
    if (axis.kind === "log") {
      const ratio = Math.log(high / low);
      const ticks = axes.logarithmic(low, high).map((value) => [value, format(value)]);
      return {place: (value) => (value > 0 ? Math.log(value / low) / ratio : NaN), ticks, step: 0, base: 0};
    }
    const ticks = axes.linear(low, high, Math.max(2, Math.round(pixels / 80))).map((value) => [value, format(value)]);
    return {place: (value) => (value - low) / (high - low), ticks, step: 0};
  }

  const MARKS = [
    (x, y) => svg("circle", {cx: x, cy: y, r: 4}),
    (x, y) => svg("path", {d: `M${x} ${y - 5}l5 9h-10z`}),
    (x, y) => svg("path", {d: `M${x - 4} ${y - 4}h8v8h-8z`}),
    (x, y) => svg("path", {d: `M${x} ${y - 6}l5 6l-5 6l-5 -6z`}),
    (x, y) => svg("circle", {class: "hollow", cx: x, cy: y, r: 4.5}),
    (x, y) => svg("path", {class: "hollow", d: `M${x} ${y - 5.5}l5.5 9.5h-11z`}),
    (x, y) => svg("path", {class: "hollow", d: `M${x - 4.5} ${y - 4.5}h9v9h-9z`}),
  ];
  const DASHES = [null, "6 3", "2 3"];
  const markOf = ({kind}, i) => OWN[kind] ?? MARKS[i % MARKS.length];
  const classOf = ({kind}, i) => "series" + (kind in OWN ? "-" + kind : i % COLOURS);

  // The picture in a frame: across and down are the scales of what runs there.
  function frame(chart, width, height) {
    const [across, down] = chart.sideways ? [chart.y, chart.x] : [chart.x, chart.y];
    const isPlace = !chart.sideways;
    const {series} = chart;
    const downScale = scaleOf(down, series, !isPlace, height);
    const left = Math.min(width * .4,
      14 + CHARACTER * Math.max(...downScale.ticks.map(([, text]) => text.length), 2));
    const plotWidth = Math.max(60, width - left - 18);
    const acrossScale = scaleOf(across, series, isPlace, plotWidth);
    const crowded = acrossScale.isNames
      && acrossScale.ticks.some(([, text]) => text.length * CHARACTER > plotWidth * acrossScale.step - 14);
    const longest = Math.max(0, ...acrossScale.ticks.map(([, text]) => text.length));
    const bottom = (crowded ? Math.min(110, 16 + longest * CHARACTER * .6) : 20) + (across.title ? 18 : 0);
    const top = down.title ? 24 : 8;
    const plotHeight = height - top - bottom;
    const x = (value) => left + acrossScale.place(value) * plotWidth;
    const y = (value) =>
      chart.sideways ? top + downScale.place(value) * plotHeight : top + (1 - downScale.place(value)) * plotHeight;
    return {across, down, acrossScale, downScale, left, top, bottom, plotWidth, plotHeight, crowded, x, y, width,
      height,
      at: (place, value) => (chart.sideways ? [x(value), y(place)] : [x(place), y(value)]),
      places: chart.sideways ? downScale : acrossScale,
      room: chart.sideways ? plotHeight : plotWidth};
  }

  function drawAxes(f) {
    const out = [];
    const base = f.top + f.plotHeight;
    let end = -Infinity; // of the label before, which none touches
    for (const [value, text] of f.acrossScale.ticks) {
      const x = f.x(value);
      if (!f.acrossScale.isNames) out.push(svg("line", {class: "grid", x1: x, x2: x, y1: f.top, y2: base}));
      const half = text.length * CHARACTER / 2;
      if (!f.acrossScale.isNames && x - half < end + 8) continue;
      end = x + half;
      const shown = f.crowded && text.length > 24 ? text.slice(0, 23) + "…" : text;
      out.push(svg("text", f.crowded
        ? {class: "dim", transform: `translate(${x + 4} ${base + 12}) rotate(-32)`, "text-anchor": "end"}
        : {class: "dim", x: Math.max(half, Math.min(x, f.width - half)), y: base + 16,
          "text-anchor": "middle"}, shown));
    }
    for (const [value, text] of f.downScale.ticks) {
      const y = f.y(value);
      if (!f.downScale.isNames) out.push(svg("line",
        {class: "grid", x1: f.left, x2: f.left + f.plotWidth, y1: y, y2: y}));
      const room = Math.floor((f.left - 8) / CHARACTER);
      const shown = text.length > room ? text.slice(0, room - 1) + "…" : text;
      out.push(svg("text", {class: "dim", x: f.left - 6, y: y + 4, "text-anchor": "end"}, shown,
        shown !== text && svg("title", null, text)));
    }
    out.push(svg("path", {class: "tick", fill: "none", d: `M${f.left} ${f.top}V${base}H${f.left + f.plotWidth}`}));
    if (f.down.title) out.push(svg("text", {class: "strong", x: 0, y: 13}, f.down.title));
    if (f.across.title) {
      out.push(svg("text", {class: "strong", x: f.left + f.plotWidth / 2, y: f.height - 5, "text-anchor": "middle"},
        f.across.title));
    }
    return out;
  }

  function line(f, one, colour, spots) {
    let d = "";
    let isOn = false;
    const marks = one.data.length <= MARKED && one.data.some((item) => isNumber(item[1]));
    const shapes = [];
    for (const [place, value, note] of one.data) {
      const [x, y] = isNumber(value) && isNumber(place) ? f.at(place, value) : [NaN, NaN];
      if (!isNumber(x) || !isNumber(y)) {
        isOn = false;
        continue;
      }
      d += `${isOn ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
      isOn = true;
      spots.push({x, y, name: one.name, place, value, note});
      if (marks) shapes.push(markOf(one, colour)(+x.toFixed(1), +y.toFixed(1)));
    }
    return [svg("path", {class: "plot-line", d: d || null,
      "stroke-dasharray": DASHES[Math.floor(colour / COLOURS) % 3]}), shapes];
  }

  const scatter = (f, one, colour, spots) =>
    one.data.map(([place, value, note]) => {
      const [x, y] = f.at(place, value);
      if (!isNumber(x) || !isNumber(y)) return null;
      spots.push({x, y, name: one.name, place, value, note});
      return markOf(one, colour)(+x.toFixed(1), +y.toFixed(1));
    });

  // The room of a bar: its middle and its breadth, in parts of the axis of places.
  function slot(f, chart, index) {
    const groups = chart.series.filter((one) => one.kind === "bar");
    const isStacked = chart.series[index].kind === "stacked";
    const step = f.places.step || 1 / Math.max(1, chart.series[index].data.length);
    const n = isStacked ? 1 : Math.max(1, groups.length);
    const breadth = Math.min(step * .8, (34 * n) / f.room);
    const at = isStacked ? 0 : groups.indexOf(chart.series[index]);
    return {shift: breadth * ((at + .5) / n - .5), breadth: breadth / n};
  }

  function rectangle(f, chart, part, from, to, breadth) {
    const middle = chart.sideways ? f.top + part * f.plotHeight : f.left + part * f.plotWidth;
    const thick = Math.max(1, breadth * f.room - 1);
    const low = Math.min(from, to);
    const long = Math.max(.5, Math.abs(to - from));
    return chart.sideways
      ? {x: low, width: long, y: middle - thick / 2, height: thick}
      : {y: low, height: long, x: middle - thick / 2, width: thick};
  }

  function bars(f, one, chart, index, stack, spots) {
    const {shift, breadth} = slot(f, chart, index);
    const valueScale = chart.sideways ? f.acrossScale : f.downScale;
    const end = (value) => (chart.sideways ? f.x(value) : f.y(value));
    const zero = valueScale.base === 0 ? (chart.sideways ? f.left : f.top + f.plotHeight) : end(0);
    return one.data.map((item, i) => {
      const [place, value] = Array.isArray(item) ? item : [i, item];
      if (!isNumber(value) || value === 0) return null;
      const below = one.kind === "stacked" ? (stack.get(place) ?? 0) : 0;
      stack.set(place, below + value);
      const from = below ? end(below) : zero;
      const box = rectangle(f, chart, f.places.place(place) + shift, from, end(below + value), breadth);
      spots.push({x: box.x + box.width / 2, y: box.y + box.height / 2, name: one.name, place, value});
      return svg("rect", box);
    });
  }

  function intervals(f, one, chart) {
    const isOnBars = chart.series.findIndex((other) => other.kind === "bar" && other.name === one.name);
    const shift = isOnBars < 0 ? 0 : slot(f, chart, isOnBars).shift;
    return svg("g", {class: isOnBars < 0 ? null : "on-bars"}, one.data.map(([place, low, high]) => {
      const [from, to] = [f.at(place, low), f.at(place, high)];
      const move = shift * f.room;
      const cap = chart.sideways ? [0, 5] : [5, 0];
      const [a, b] = [from, to].map(([x, y]) => (chart.sideways ? [x, y + move] : [x + move, y]));
      if (![...a, ...b].every(isNumber)) return null;
      const capAt = ([x, y]) => `M${x - cap[0]} ${y - cap[1]}L${x + cap[0]} ${y + cap[1]}`;
      return svg("path", {class: "plot-line", d: `M${a.join(" ")}L${b.join(" ")}${capAt(a)}${capAt(b)}`});
    }));
  }

  const namesOf = (series) => [...new Set(series.map((one) => one.name))];

  function legend(chart) {
    const names = namesOf(chart.series);
    if (names.length < 2) return null;
    const mark = (name, i) => {
      const one = chart.series.find((each) => each.name === name);
      const {kind} = one;
      const shape = baseOf(one) === "bar" ? svg("rect", {x: 5, y: 3, width: 12, height: 10}) : markOf(one, i)(11, 8);
      return svg("svg", {class: `sample ${classOf(one, i)}`, width: 22, height: 16, "aria-hidden": "true"},
        kind === "line" && svg("path", {class: "plot-line", d: "M0 8H22",
          "stroke-dasharray": DASHES[Math.floor(i / COLOURS) % 3]}), shape);
    };
    return html("div", {class: "keys"}, names.map((name, i) => html("span", null, mark(name, i), name)));
  }

  const placeText = (chart, place) => chart.x.kind === "names" ? chart.x.names[place]
    : chart.x.kind === "time" ? units.clock(place) : (chart.x.format ?? number.format)(place);

  // What is nearest to the pointer, or where the arrows are, is said beside it.
  function pointing(host, picture, spots, chart) {
    const tip = html("div", {class: "plot-tip", hidden: true, "aria-live": chart.id && "polite"});
    const order = [...spots].sort((a, b) => (chart.sideways ? a.y - b.y || a.x - b.x : a.x - b.x || a.y - b.y));
    let at = -1;
    const format = chart.y.format ?? ((value) => number.format(value));
    function show(spot) {
      tip.hidden = !spot;
      picture.querySelector(".ring")?.remove();
      if (!spot) return;
      const figures = [placeText(chart, spot.place), spot.value !== undefined && format(spot.value)].filter(Boolean)
        .join(", ");
      replace(tip, html("b", null, spot.name), html("br"), spot.note && [spot.note, html("br")], figures);
      Object.assign(tip.style, {left: `${Math.max(0, Math.min(spot.x + 10, picture.clientWidth - 170))}px`,
        top: `${spot.y + 14}px`});
      picture.append(svg("circle", {class: "ring", r: 9, cx: spot.x, cy: spot.y}));
    }
    picture.addEventListener("pointermove", (event) => {
      const box = picture.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      const distance = (spot) => (spot.x - x) ** 2 + (spot.y - y) ** 2;
      const nearest = spots.reduce((best, spot) => (!best || distance(spot) < distance(best) ? spot : best), null);
      show(nearest && distance(nearest) <= NEAR ** 2 ? nearest : null);
    });
    ["pointerleave", "blur"].forEach((type) => picture.addEventListener(type, () => show(null)));
    if (chart.id) picture.addEventListener("keydown", (event) => {
      const last = order.length - 1;
      const to = {ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last,
        Escape: -1}[event.key];
      if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      at = Math.max(event.key === "Escape" ? -1 : 0, Math.min(last, to));
      show(order[at]);
    });
    host.append(tip);
  }

  function draw(host, chart, height) {
    const width = theme.widthOf(host);
    const f = frame(chart, width, height);
    const names = namesOf(chart.series);
    const spots = [];
    const stack = new Map();
    const drawn = chart.series.map((one, i) => {
      const colour = names.indexOf(one.name);
      const shapes = {line: () => line(f, one, colour, spots), scatter: () => scatter(f, one, colour, spots),
        bar: () => bars(f, one, chart, i, stack, spots), interval: () => intervals(f, one, chart)}[baseOf(one)]();
      return svg("g", {class: classOf(one, colour)}, shapes);
    });
    const label = chart.title ?? namesOf(chart.series).join(", ");
    const picture = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, "aria-label": label,
      ...(chart.id ? {role: "application", tabindex: 0, "data-f": chart.id} : {role: "img"})}, drawAxes(f), drawn);
    const area = html("div", {class: "plot"}, picture);
    replace(host, !chart.isBare && legend(chart), area);
    pointing(area, picture, spots, chart);
  }

  // All figures of a chart, a row each.
  function table(chart) {
    const place = (value) => placeText(chart, value);
    const show = chart.y.format ?? number.format;
    const rows = chart.series.flatMap((one) => one.data.map((item, i) => {
      const isWhole = !Array.isArray(item);
      const [at, ...figures] = isWhole ? [i, ...[item].flat()] : item;
      return [one.name, place(at), figures.filter((figure) => figure !== null && figure !== undefined)
        .map((figure) => (isNumber(figure) ? show(figure) : figure)).join(", ")];
    }));
    return tables.table(
      [
        {key: "series", head: "series", cell: (row) => row[0]},
        {key: "x", head: chart.x.title || "at", name: true, cell: (row) => row[1]},
        {key: "y", head: chart.y.title || "value", number: true, cell: (row) => row[2]},
      ],
      rows,
      {caption: chart.title, class: "compact", limit: 100},
    );
  }

  return {draw, table};
})();
