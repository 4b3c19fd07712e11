// Resources: requests and what the machine did, below each other on one time axis.
const resources = (() => {
  const {html, svg, replace, note, asTable} = elements;
  const {amount, duration} = units;
  const {model, grid, clock, spanMicros} = recording;
  const LEFT = 60;
  const RIGHT = 10;
  const [TOP, BASE, HEIGHT] = [10, 76, 84];
  const [LANES, APART, FEWEST] = [12, 3, 6]; // shown; standard deviations and slots of a change
  const NAMES = 250; // pixels left of the lanes
  const DASHES = [null, "6 3", "2 3", "9 3 2 3"];
  let everything = false;

  const scale = (width) => (micros) => LEFT + (micros / spanMicros) * (width - LEFT - RIGHT);

  // [micros, value] pairs of a series.
  const points = ([, flat]) =>
    Array.from({length: flat.length / 2}, (_, i) => [flat[2 * i], flat[2 * i + 1]]).filter(([micros]) => micros >= 0);

  // When latency began to be another for long, by the rule for samples: what parts its powers of two best.
  function stepOf(list) {
    const mean = (part) => part.reduce((sum, value) => sum + value, 0) / part.length;
    const spread = (part) => Math.sqrt(Math.max(.1, mean(part.map((value) => value ** 2)) - mean(part) ** 2));
    const values = list.map(([, value]) => Math.log2(value));
    const apart = list.map((_, at) => [values.slice(0, at), values.slice(at)]).map(([a, b]) => a.length < FEWEST
      || b.length < FEWEST ? 0 : Math.abs(mean(a) - mean(b)) / Math.max(spread(a), spread(b)));
    const best = apart.indexOf(Math.max(0, ...apart));
    return apart[best] > APART ? list[best][0] : null;
  }

  // What the heat map tells, as series of the same form.
  function ofRequests() {
    const slots = Map.groupBy(recording.cellsOf(state.now.request), ([slot]) => slot);
    const seconds = grid.slotNanos / 1e9;
    const figures = Array.from({length: grid.slots}, (_, slot) => heat.figures(slots.get(slot) ?? []));
    const flat = (value) => figures.flatMap((of, slot) =>
      (value(of) === null ? [] : [heat.secondsAt(slot + .5, grid) * 1e6, value(of)]));
    const p99 = flat((f) => f.p99);
    return [
      ["Requests", "a second", [["requests", flat((f) => f.n / seconds)], ["failed", flat((f) => f.failed / seconds)]]],
      ["Latency, p99", "duration", [["", p99]], stepOf(points(["", p99]))],
    ];
  }

  // When a series changed for good; before the first request it tells nothing of them.
  const changedAt = (resource) => (resource[3] > 0 ? resource[3] : null);
  // Some units are in the figures, the rest of the words is beside the title.
  const INSIDE = /^(%|bytes|duration) ?/;
  const rest = (unit) => unit.replace(INSIDE, "");
  const show = (value, unit) => (unit === "duration" ? duration(value) : amount(value, INSIDE.exec(unit)?.[1]));

  function statistics(list) {
    if (!list.length) return null;
    const values = list.map(([, value]) => value);
    return {min: values.reduce((a, b) => Math.min(a, b)), max: values.reduce((a, b) => Math.max(a, b)),
      mean: values.reduce((sum, value) => sum + value, 0) / values.length};
  }

  // Figures within the selected time and outside of it.
  function figuresOf(series) {
    const time = state.now.ranges[0]?.time;
    const isIn = ([micros]) => !time || (micros / 1e6 >= time[0] && micros / 1e6 < time[1]);
    const all = points(series);
    return {inside: statistics(all.filter(isIn)), rest: time ? statistics(all.filter((one) => !isIn(one))) : null};
  }

  function shadows(x) {
    const time = state.now.ranges[0]?.time;
    const band = (from, to, kind, title) =>
      svg("rect", {class: kind, x: x(from), y: TOP, width: Math.max(2, x(to) - x(from)), height: BASE - TOP},
        title && svg("title", null, title));
    return [
      model.warmUp && band(0, model.warmUp.end, "warm-up", "warm-up"),
      recording.gaps.map(([from, to, text]) => band(from, to, "gap", text)),
      recording.pauses.map(([from, to, text]) => band(from, to, "pause", text)),
      time && band(time[0] * 1e6, Math.min(spanMicros, time[1] * 1e6), "range range0"),
    ];
  }

  // Names of series without the words that all of them begin or end with.
  function shortNames(series) {
    const all = series.map(([name]) => name.split(" "));
    const [first] = all;
    const isShared = (word, at) => all.every((words) => words.length > 1 && words.at(at) === word);
    let [from, to] = [0, 0];
    while (from < first.length - 1 && isShared(first[from], from)) from++;
    while (to < first.length - 1 - from && isShared(first.at(-1 - to), -1 - to)) to++;
    return all.map((words) => words.slice(from, words.length - to).join(" ") || words.join(" "));
  }

  const isConstant = ([, , series]) => series.every((one) => new Set(points(one).map(([, value]) => value)).size < 2);

  const line = (i, shape, attributes) =>
    svg(shape, {class: "line line" + (i % 4), "stroke-dasharray": DASHES[i % 4], ...attributes});

  function picture([, unit, series], width, changed) {
    const lists = series.map(points);
    const highest = lists.flat().reduce((most, [, value]) => Math.max(most, value), 0);
    const top = unit === "%" ? 100 : highest || 1;
    const ticks = /^(bytes|duration)/.test(unit) ? [0, top / 2, top] : axes.linear(0, top, 2);
    const x = scale(width);
    const y = (value) => BASE - (value / top) * (BASE - TOP);
    const path = (list) => list.map(([micros, value]) => `${x(micros).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
    return svg("svg", {width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true"},
      ticks.map((value) => [
        svg("line", {class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value)}),
        svg("text", {class: "dim", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end"},
          units.round(show(value, unit))),
      ]),
      shadows(x),
      lists.map((list, i) => list.length > 0 && line(i, "path", {d: "M" + path(list)})),
      changed !== null && [
        svg("line", {class: "changed", x1: x(changed), x2: x(changed), y1: TOP, y2: BASE}),
        svg("text", {class: "strong", x: x(changed), y: TOP + 9, "text-anchor": "middle"}, "◆"),
      ]);
  }

  const legend = (unit, series) => series.slice(0, 8).map((one, i) => {
    const name = shortNames(series)[i];
    const {inside, rest} = figuresOf(one);
    const isOne = series.length === 1;
    return html("div", null,
      !isOne && svg("svg", {width: 22, height: 8, class: "sample", "aria-hidden": "true"},
        line(i, "line", {x1: 0, x2: 22, y1: 4, y2: 4})),
      [!isOne && name, inside && show(inside.mean, unit), rest && `(else ${show(rest.mean, unit)})`]
        .filter(Boolean).join(" "));
  });

  function lane(resource, width) {
    const [title, unit, series] = resource;
    const changed = changedAt(resource);
    return html("div", {class: "lane-row"},
      html("div", null, html("h3", null, title, rest(unit) && html("span", {class: "dim"}, ` ${rest(unit)}`)),
        changed !== null && html("p", {class: "changed-text"}, `◆ changes at ${clock(changed, 1)}`),
        html("div", {class: "dim small"}, legend(unit, series))),
      picture(resource, width, changed));
  }

  function timeAxis(width) {
    const x = scale(width);
    return html("div", {class: "lane-row"}, html("div"),
      svg("svg", {width, height: 20, viewBox: `0 0 ${width} 20`, "aria-hidden": "true"},
        axes.times(recording.beginMillis, spanMicros, width - LEFT).map(([micros, text]) =>
          svg("text", {class: "dim", x: x(micros), y: 14, "text-anchor": x(micros) > width - 40 ? "end" : "middle"},
            text))));
  }

  // A pointer shows the time in all lanes, a drag selects it.
  function brush(host, width) {
    const cursor = html("div", {class: "time-cursor", hidden: true});
    const x = scale(width);
    const slot = grid.slotNanos / 1e9;
    const areaOf = () => host.querySelector("svg").getBoundingClientRect();
    const secondsAt = (event) => {
      const area = areaOf();
      const part = ((event.clientX - area.left) * width / area.width - LEFT) / (width - LEFT - RIGHT);
      return Math.max(0, Math.min(1, part)) * spanMicros / 1e6;
    };
    const edge = (at, round) => Math.max(0, heat.secondsAt(round((at - grid.from / 1e9) / slot), grid));
    let start = null;
    const listeners = {
      pointerdown: (event) => {
        if (!event.button && event.target.closest("svg")) start = secondsAt(event);
      },
      pointermove: (event) => {
        if (!event.target.closest("svg") && start === null) return;
        const area = areaOf();
        const at = secondsAt(event);
        const [left, right] = [at, start ?? at].sort((a, b) => a - b).map((seconds) =>
          area.left - host.getBoundingClientRect().left + x(seconds * 1e6) * area.width / width);
        Object.assign(cursor.style, {left: `${left}px`, width: `${Math.max(1, right - left)}px`});
        cursor.hidden = false;
      },
      pointerup: (event) => {
        if (start === null) return;
        const [from, to] = [start, secondsAt(event)].sort((a, b) => a - b);
        start = null;
        const time = [edge(from, Math.floor), edge(to, Math.ceil)];
        state.set({ranges: [to - from < slot ? null : {time, duration: null}, null], zoom: []});
      },
      pointerleave: () => {
        cursor.hidden = true;
        start = null;
      },
    };
    for (const [type, listener] of Object.entries(listeners)) host.addEventListener(type, listener);
    host.append(cursor);
  }

  function figuresTable(all) {
    const rows = all.flatMap((resource) => resource[2].map((series) => [resource, series, figuresOf(series)]));
    const figure = (key, head, part = "inside") => ({key: part + key, head, number: true,
      cell: ([[, unit], , of]) => (of[part] ? show(of[part][key], unit) : "–")});
    return tables.table([
      {key: "title", head: "resource", name: true,
        cell: ([[title], [name]]) => [title, name].filter(Boolean).join(", ")},
      figure("min", "least"), figure("mean", "mean"), figure("max", "most"),
      {key: "unit", head: "", cell: ([[, unit]]) => rest(unit)},
      {key: "changed", head: "changes at", cell: ([resource]) =>
        (changedAt(resource) === null ? "" : clock(changedAt(resource), 1))},
      state.now.ranges[0]?.time && figure("mean", "mean outside of the selection", "rest"),
    ].filter(Boolean), rows, {caption: "Resources", class: "compact"});
  }

  const pausesTable = () => tables.table([
    {key: "begin", head: "began at", name: true, cell: ([from]) => clock(from, 3)},
    {key: "phase", head: "pause", cell: ([, , phase]) => phase},
    {key: "nanos", head: "duration", number: true, cell: ([from, to]) => duration((to - from) * 1000)},
  ], model.pauses.longest, {caption: "Longest GC pauses", class: "compact"});

  function draw(host) {
    const orderOf = (resource) => changedAt(resource) ?? Infinity;
    const all = [...(overview.isEmpty ? [] : ofRequests()), ...model.resources]
      .filter((one) => !theme.isPrinting() || !isConstant(one))
      .sort((a, b) => isConstant(a) - isConstant(b) || orderOf(a) - orderOf(b) || 0);
    const shown = everything ? all : all.slice(0, LANES);
    const more = () => {
      everything = true;
      page.draw();
    };
    const lanes = html("div", {class: "lane-rows"});
    const width = theme.widthOf(host) - (theme.isNarrow() ? 0 : NAMES);
    replace(lanes, shown.map((resource) => lane(resource, width)), timeAxis(width));
    replace(host,
      html("p", {class: "dim no-print"},
        "One time axis for all; the resource that changed first is on top. The mean is beside each. Drag to select a time."),
      lanes,
      theme.isPrinting() && all.length > shown.length &&
        note(`The page has ${all.length - shown.length} more resources.`),
      all.length > shown.length && html("button", {type: "button", class: "linky controls", onclick: more},
        `${all.length - shown.length} resources more`),
      !model.resources.length && note("This recording contains no samples.  ",
        html("code", null, "--option samplers=jvm,system"), " records processors, heap, collections, threads and more."),
      asTable("Resources", () => figuresTable(all)),
      recording.pauses.length > 0 && asTable("GC pauses", () => pausesTable()));
    if (!theme.isPrinting()) brush(lanes, width);
  }

  return {draw};
})();
