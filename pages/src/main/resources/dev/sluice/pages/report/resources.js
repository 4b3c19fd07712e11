// Resources: requests and what the machine did, below each other on one time axis.
const resources = (() => {
  const {html, svg, replace, note, asTable} = elements;
  const {amount, duration} = units;
  const {model, grid, clock, spanMicros} = recording;
  const LEFT = 60;
  const RIGHT = 10;
  const HEIGHT = 84;
  const LANES = 12;
  let everything = false;
  const DASHES = [null, "6 3", "2 3", "9 3 2 3"];
  const CLASSES = ["line0", "line1", "line2", "line3"];

  // [micros, value] pairs of a series.
  const points = ([, flat]) =>
    Array.from({length: flat.length / 2}, (_, i) => [flat[2 * i], flat[2 * i + 1]]).filter(([micros]) => micros >= 0);

  // What the heat map tells, as series of the same form.
  function ofRequests() {
    const slots = Array.from({length: grid.slots}, () => []);
    for (const cell of recording.cellsOf(state.now.request)) slots[cell[0]].push(cell);
    const seconds = grid.slotNanos / 1e9;
    const flat = (value) => slots.flatMap((cells, slot) => {
      const figure = value(heat.figures(cells));
      return figure === null ? [] : [heat.secondsAt(slot + .5, grid) * 1e6, figure];
    });
    return [
      ["Requests", "a second", [["requests", flat((f) => f.n / seconds)],
        ["failed", flat((f) => f.failed / seconds)]]],
      ["Latency, p99", "duration", [["", flat((f) => f.p99)]]],
    ];
  }

  // When a series changed for good; before the first request it tells nothing of them.
  const changedAt = (resource) => (resource[3] > 0 ? resource[3] : null);

  const show = (value, unit) => (unit === "duration" ? duration(value) : amount(value, unit));

  function statistics(values) {
    if (!values.length) return null;
    const sum = values.reduce((all, value) => all + value, 0);
    const extreme = (pick) => values.reduce((a, b) => pick(a, b));
    return {min: extreme(Math.min), mean: sum / values.length, max: extreme(Math.max)};
  }

  // Means within the selected time and outside of it.
  function means(series) {
    const time = state.now.ranges[0]?.time;
    const all = points(series);
    const isIn = ([micros]) => !time || (micros / 1e6 >= time[0] && micros / 1e6 < time[1]);
    const values = (list) => list.map(([, value]) => value);
    return {inside: statistics(values(all.filter(isIn))), rest: time ? statistics(values(all.filter((p) => !isIn(p))))
      : null};
  }

  function shadows(x, height) {
    const time = state.now.ranges[0]?.time;
    const band = (from, to, kind, title) =>
      svg("rect", {class: kind, x: x(from), y: 10, width: Math.max(2, x(to) - x(from)), height: height - 10},
        title && svg("title", null, title));
    return [
      model.warmUp && band(0, model.warmUp.end, "warm-up", "warm-up"),
      recording.gaps.map(([from, to, text]) => band(from, to, "gap", text)),
      time && band(time[0] * 1e6, Math.min(spanMicros, time[1] * 1e6), "range range0"),
    ];
  }

  function plot([, unit, series], width, changed) {
    const [low, high] = [10, HEIGHT - 8];
    const highest = series.flatMap((one) => points(one)).reduce((most, [, value]) => Math.max(most, value), 0);
    const top = unit === "%" ? 100 : highest || 1;
    const ticks = unit === "bytes" || unit === "duration" ? [0, top / 2, top] : axes.linear(0, top, 2);
    const x = (micros) => LEFT + (micros / spanMicros) * (width - LEFT - RIGHT);
    const y = (value) => high - (value / top) * (high - low);
    const line = (one, i) => {
      const d = points(one).map(([micros, value]) => `${x(micros).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
      return svg("path", {class: "line " + CLASSES[i % 4], "stroke-dasharray": DASHES[i % 4], d: d && "M" + d});
    };
    return svg(
      "svg",
      {width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true"},
      ticks.map((value) => [
        svg("line", {class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value)}),
        svg("text", {class: "dim", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end"},
          units.round(show(value, unit))),
      ]),
      shadows(x, high),
      series.map(line),
      changed !== null && [
        svg("line", {class: "changed", x1: x(changed), x2: x(changed), y1: low, y2: high}),
        svg("text", {class: "strong", x: x(changed), y: low + 9, "text-anchor": "middle"}, "▼"),
      ],
    );
  }

  function legend(title, unit, series) {
    return series.slice(0, 8).map((one, i) => {
      const {inside, rest} = means(one);
      const text = [series.length > 1 && one[0], inside && show(inside.mean, unit), rest
        && `(else ${show(rest.mean, unit)})`];
      return html("div", null,
        series.length > 1 && svg("svg", {width: 22, height: 8, class: "sample", "aria-hidden": "true"},
          svg("line", {class: "line " + CLASSES[i % 4], "stroke-dasharray": DASHES[i % 4], x1: 0, x2: 22, y1: 4,
            y2: 4})),
        text.filter(Boolean).join(" "));
    });
  }

  function lane(resource, width) {
    const [title, unit, series] = resource;
    const changed = changedAt(resource);
    return html(
      "div",
      {class: "lane-row"},
      html("div", null, html("h3", null, title, unit && !["%", "bytes", "duration"].includes(unit)
        ? html("span", {class: "dim"}, ` ${unit}`) : ""),
      changed !== null && html("p", {class: "changed-text"}, `▼ changes at ${clock(changed, 1)}`),
      html("div", {class: "dim small"}, legend(title, unit, series))),
      plot(resource, width, changed),
    );
  }

  function timeAxis(width) {
    const x = (micros) => LEFT + (micros / spanMicros) * (width - LEFT - RIGHT);
    return html("div", {class: "lane-row"}, html("div"),
      svg("svg", {width, height: 20, viewBox: `0 0 ${width} 20`, "aria-hidden": "true"},
        axes.times(recording.beginMillis, spanMicros, width - LEFT).map(([micros, text]) =>
          svg("text", {class: "dim", x: x(micros), y: 14, "text-anchor": x(micros) > width - 40 ? "end" : "middle"},
            text))));
  }

  // The same time axis for all lanes: a pointer shows the time in all of them, a drag selects it.
  function brush(host, width) {
    const cursor = html("div", {class: "time-cursor", hidden: true});
    const area = host.querySelector("svg").getBoundingClientRect();
    const offset = area.left - host.getBoundingClientRect().left;
    const scale = area.width / width;
    const secondsAt = (event) => {
      const part = ((event.clientX - host.querySelector("svg").getBoundingClientRect().left) / scale - LEFT)
        / (width - LEFT - RIGHT);
      return Math.max(0, Math.min(1, part)) * spanMicros / 1e6;
    };
    const slot = grid.slotNanos / 1e9;
    let start = null;
    const place = (from, to) => {
      const left = offset + (LEFT + (from * 1e6 / spanMicros) * (width - LEFT - RIGHT)) * scale;
      const right = offset + (LEFT + (to * 1e6 / spanMicros) * (width - LEFT - RIGHT)) * scale;
      Object.assign(cursor.style, {left: `${left}px`, width: `${Math.max(1, right - left)}px`});
      cursor.hidden = false;
    };
    host.append(cursor);
    host.addEventListener("pointerdown", (event) => {
      if (!event.button && event.target.closest("svg")) start = secondsAt(event);
    });
    host.addEventListener("pointermove", (event) => {
      if (!event.target.closest("svg") && start === null) return;
      const at = secondsAt(event);
      place(Math.min(start ?? at, at), Math.max(start ?? at, at));
    });
    host.addEventListener("pointerup", (event) => {
      if (start === null) return;
      const [from, to] = [start, secondsAt(event)].sort((a, b) => a - b);
      const isClick = to - from < slot;
      start = null;
      const edge = (at, round) => Math.max(0, heat.secondsAt(round((at - grid.from / 1e9) / slot), grid));
      const time = [edge(from, Math.floor), edge(to, Math.ceil)];
      state.set({ranges: [isClick ? null : {time, duration: null}, null], zoom: []});
    });
    host.addEventListener("pointerleave", () => {
      cursor.hidden = true;
      start = null;
    });
  }

  function figuresTable(all) {
    const rows = all.flatMap((resource) => resource[2].map((series) => [resource, series, means(series)]));
    const figure = (key, head, part = "inside") => ({key: part + key, head, number: true,
      cell: ([[, unit], , of]) => (of[part] ? show(of[part][key], unit) : "–")});
    const columns = [
      {key: "title", head: "resource", name: true, cell: ([[title], [name]]) =>
        [title, name].filter(Boolean).join(", ")},
      figure("min", "least"), figure("mean", "mean"), figure("max", "most"),
      {key: "changed", head: "changes at", cell: ([resource]) =>
        (changedAt(resource) === null ? "" : clock(changedAt(resource), 1))},
    ];
    if (state.now.ranges[0]?.time) columns.push(figure("mean", "mean outside of the selection", "rest"));
    return tables.table(columns, rows, {caption: "Resources", class: "compact"});
  }

  function draw(host) {
    const sampled = model.resources;
    const all = [...ofRequests(), ...sampled];
    const shown = everything || theme.isPrinting() ? all : all.slice(0, LANES);
    const more = () => {
      everything = true;
      page.draw();
    };
    const lanes = html("div", {class: "lane-rows"});
    const full = theme.widthOf(host);
    const width = theme.isNarrow() ? full : full - 250;
    replace(lanes, shown.map((resource) => lane(resource, width)), timeAxis(width));
    replace(host,
      html("p", {class: "dim no-print"},
        "One time axis for all; what changed first is on top. Beside each is its mean. Drag to select a time."),
      lanes,
      all.length > shown.length && html("button", {type: "button", class: "linky controls", onclick: more},
        `${all.length - shown.length} resources more`),
      !sampled.length && html("p", {class: "note"}, "No samples are in this recording. ",
        html("code", null, "-o samplers=jvm,system"), " records processors, heap, collections, threads and more."),
      asTable("Resources", () => figuresTable(all)));
    if (!theme.isPrinting()) brush(lanes, width);
  }

  return {draw};
})();
