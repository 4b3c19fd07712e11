// Traces: the list of those in the page, or lanes by producer and thread, beside the waterfall of one.
const traces = (() => {
  const {html, svg, replace, note} = elements;
  const {duration, count, plural} = units;
  const [LIMIT, LANES, LANE] = [80, 24, 18];

  // Each trace of the page is a bar on the lane of its thread, so that one sees what ran and waited together.
  function lanes(host, list) {
    const all = [...Map.groupBy(list, (trace) => recording.laneOf(trace) || "(unknown)")]
      .sort(([a], [b]) => a.localeCompare(b, "en", {numeric: true}));
    const shown = all.slice(0, LANES);
    const time = state.now.ranges[0]?.time;
    const from = (time?.[0] ?? 0) * 1e6;
    const to = Math.min(recording.spanMicros, (time?.[1] ?? Infinity) * 1e6);
    const width = theme.widthOf(host);
    const height = shown.length * LANE * 2 + 24;
    const x = (micros) => Math.max(0, Math.min(width, ((micros - from) / (to - from)) * width));
    const bar = (trace, y) => {
      const [left, right] = [x(trace.micros), x(trace.micros + trace.nanos / 1000)];
      const fill = trace.failed ? "var(--bad)" : recording.fill(recording.model.requests[trace.request]?.op);
      return svg("a", {href: state.link({trace: trace.id}), "data-f": "lane-" + trace.id, tabindex: -1,
        "aria-label": `Trace ${trace.id}, ${duration(trace.nanos)}`},
      svg("rect", {class: trace.id === state.now.trace ? "lane-bar chosen" : "lane-bar", x: left.toFixed(1), y,
        width: Math.max(1.5, right - left).toFixed(1), height: LANE - 4, style: {fill}},
      svg("title", null, `${duration(trace.nanos)} ${recording.requestName(trace.request)}`)));
    };
    const ticks = axes.times(recording.beginMillis + from / 1000, to - from, width);
    return [
      svg("svg", {class: "lanes", width, height, viewBox: `0 0 ${width} ${height}`, role: "group",
        "aria-label": `Traces by ${plural(shown.length, "lane")} of producer and thread`},
      shown.map(([name, group], i) => [
        svg("text", {class: "dim", x: 0, y: i * LANE * 2 + 13}, `${name}  (${count(group.length)})`),
        svg("line", {class: "grid", x1: 0, x2: width, y1: (i + 1) * LANE * 2 - 2, y2: (i + 1) * LANE * 2 - 2}),
        group.map((trace) => bar(trace, i * LANE * 2 + LANE - 1)),
      ]),
      ticks.map(([micros, text]) => svg("text", {class: "dim", x: x(from + micros), y: height - 6,
        "text-anchor": x(from + micros) > width - 40 ? "end" : "middle"}, text))),
      all.length > LANES && note(`${count(all.length - LANES)} lanes more.`),
    ];
  }

  const filter = (only, text) =>
    html("a", {class: "chip", href: state.link({only: state.now.only === only ? "" : only}), "data-f": "only-" + only,
      "aria-current": state.now.only === only ? "true" : null}, text);

  function byId() {
    const onchange = ({target}) => {
      const id = target.value.trim();
      const found = recording.byId.get(id);
      target.setCustomValidity(found || !id ? "" : "This trace is not in the page.");
      if (found) state.set({trace: found.id});
      else target.reportValidity();
    };
    return html("input", {type: "search", placeholder: "Trace id", "aria-label": "Trace id", size: 12,
      "data-f": "trace-id", onchange});
  }

  // A link from elsewhere may name a trace that is not in the page.
  const absent = () => state.now.absent && html("p", {class: "warning"}, `Trace ${state.now.absent} is not in this page. `,
    html("code", null, `sluice trace ${recording.model.source} --id ${state.now.absent}`), " prints it.");

  function draw(host) {
    const list = selection.traces();
    const chosen = selection.current();
    const trace = recording.byId.get(state.now.trace)
      ?? (state.now.absent ? null : list.find((one) => one.tree) ?? list[0]);
    const body = html("div", {class: "list", tabindex: 0, role: "group", "aria-label": "Traces"});
    const has = (only) => state.now.only === only || recording.traces.some((one) => chosen.has(one)
      && (only === "failed" ? one.failed || one.failedInside : one.incomplete));
    replace(host, html("div", {class: "traces"},
      html("div", null,
        html("div", {class: "line controls"},
          state.segments("list", [["list", "List"],
            ["lanes", recording.model.threads.length ? "Lanes by thread" : "Lanes by program"]]),
          has("failed") && filter("failed", "✖ failed"), has("incomplete") && filter("incomplete", "▲ incomplete"), byId()),
        note(selection.kept(list, selection.figures(chosen), state.now.only), state.now.only && ` ${state.now.only}`,
          " traces are in this page: the slowest, those of each cell of the heat map, failed and incomplete ones."),
        body),
      html("div", {id: "one-trace"}, absent() || (trace ? waterfall.draw(trace) : note("No trace fits.")))));
    replace(body, state.now.list === "lanes"
      ? lanes(body, list)
      : traceTable.table(list, "trace", "Traces, the slowest first", {limit: theme.isPrinting() ? 20 : LIMIT}));
  }

  return {draw};
})();
