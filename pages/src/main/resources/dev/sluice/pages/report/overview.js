// The first screen: what ran, whether all of it is there, how much, how fast, how wrong, where and when.
const overview = (() => {
  const {html, svg, replace, asTable} = elements;
  const {duration, count, percent, plural} = units;
  const {model, grid, requestName, clock} = recording;
  const FINDINGS = 7;
  const SLOWEST = 4;
  const FAILED = 3;
  const NAME = 22;
  const KINDS = 9; // with the line of all
  const cursor = {at: null, anchor: null};
  let second = false;

  function head(skip) {
    const names = model.programs.map((program) => program.name ?? program.id);
    const attributes = Object.entries(model.programs[0]?.attributes ?? {}).map((pair) => pair.join(" "));
    const first = new Date(recording.beginMillis).toISOString();
    const span = `${first.slice(0, 10)} ${clock(0, 1)}–${clock(recording.spanMicros, 1)} UTC (${duration(model.span)})`;
    const size = `${plural(model.audit.records, "record")} in ${plural(model.audit.chunks, "chunk")}`;
    const hosts = model.hosts.length ? `host ${listed(model.hosts)}` : null;
    const {complete, text} = model.badge ?? {complete: model.audit.complete, text: "records are missing"};
    return html(
      "header",
      {class: "top"},
      skip,
      html(
        "div",
        {class: "line"},
        html("h1", null, listed(names) || "Recording"),
        html("span", {class: complete ? "badge ok" : "badge bad"}, complete ? "✓ complete" : `▲ ${text}`),
        html("span", {class: "grow"}),
        html("button", {type: "button", class: "controls", onclick: () => help.show()}, "Keys ", elements.key("?")),
        theme.button(),
      ),
      html("p", {class: "meta"}, [span, size, ...attributes, hosts,
        `recording ${model.source}`].filter(Boolean).join(" · ")),
    );
  }

  const listed = (names) =>
    names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");

  function spark(values, kind) {
    const [width, height] = [76, 32];
    const groups = [];
    values.forEach((value, i) => (groups[Math.floor(i / 3)] = (groups[Math.floor(i / 3)] ?? 0) + value));
    const most = Math.max(...groups, 1e-9);
    const step = width / groups.length;
    const bar = (x, tall) => `M${x.toFixed(1)} ${height}v-${tall.toFixed(1)}h${(step + .1).toFixed(1)}V${height}z`;
    const d = groups.map((value, i) => (value ? bar(i * step, Math.max(1, (value / most) * height)) : ""));
    return svg("svg", {class: "spark", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"},
      svg("path", {d: d.join(""), class: kind}));
  }

  function tile(name, value, more, options = {}) {
    return html(
      options.href ? "a" : "div",
      {class: "tile " + (options.class ?? ""), href: options.href, title: options.title, "data-f": "tile-" + name},
      html("span", {class: "words"}, html("span", {class: "k"}, name), html("b", null, value),
        html("small", null, more)),
      options.picture,
    );
  }

  // Of a range the figures come from the cells of the heat map, else they are exact.
  function tileFigures() {
    const {ranges, request, warmUp} = state.now;
    if (!ranges[0]) {
      const {n, failed, p50, p99, mean, max} = recording.requestFigures(request, warmUp);
      const left = !warmUp && model.warmUp ? model.warmUp.end * 1000 : 0;
      return {n, failed, p50, p99, nanos: model.span - left,
        notes: [`mean ${duration(mean)}`, `longest ${duration(max)}`]};
    }
    const {time} = ranges[0];
    const nanos = time ? (Math.min(time[1], model.span / 1e9) - time[0]) * 1e9 : model.span;
    return {...selection.figures(selection.current()), nanos,
      notes: ["within a half octave", "within a half octave"]};
  }

  function tiles() {
    const figures = tileFigures();
    const {operations, estimated} = selection.calls();
    const self = operations.reduce((sum, row) => sum + row.self, 0);
    const hottest = operations.reduce((most, row) => (most && most.self >= row.self ? most : row), null);
    const rate = Array(grid.slots).fill(0);
    const failed = Array(grid.slots).fill(0);
    for (const [slot, , n, wrong] of recording.cellsOf(state.now.request)) {
      rate[slot] += n;
      failed[slot] += wrong;
    }
    const about = state.now.ranges[0] ? "≈ " : "";
    return html(
      "div",
      {class: "tiles"},
      tile("Requests", count(figures.n), `${units.brief(figures.n / (figures.nanos / 1e9))} a second`,
        {picture: spark(rate, "bar")}),
      tile("p50", about + duration(figures.p50), figures.notes[0]),
      tile("p99", about + duration(figures.p99), figures.notes[1]),
      tile("Failed", count(figures.failed), figures.failed ? `${percent(figures.failed / figures.n)} of requests`
        : "none",
        {picture: figures.failed > 0 && spark(failed, "bad"),
          href: figures.failed ? state.link({tab: "traces", only: "failed"}) : null}),
      hottest && tile("Most self time", recording.labels[hottest.op],
        `${percent(hottest.self / self)} of all, ${duration(hottest.self)}; ${plural(hottest.calls, "call")}`
          + (estimated ? `; estimated` : ""),
        {class: "wide", title: recording.signature(hottest.op),
          href: state.link({tab: "flame", view: "sandwich", op: hottest.op})}),
    );
  }

  const SIGNS = {missing: ["▲", "records missing"], look: ["!", "look at this"], know: ["i", "to know"]};
  let allFindings = false;

  function finding(one, i) {
    const [sign, name] = SIGNS[one.kind];
    const sure = one.confidence && one.confidence !== "certain" ? one.confidence : null;
    const cost = one.cost ? duration(one.cost) + (one.share ? `, ${percent(one.share)}` : "") : null;
    return html(
      "li",
      {class: one.kind},
      html("span", {class: "sign", role: "img", "aria-label": name, title: name}, sign),
      html("span", null, one.text, sure && html("span", {class: "sure"}, ` ${sure}`)),
      html("span", {class: "cost", title: "what it costs, and its share of the time of all requests"}, cost),
      Object.keys(one.link ?? {}).length > 0 &&
        html("a", {href: state.link(state.ofFinding(one)), "data-f": "finding-" + i,
          "aria-label": `Show: ${one.text}`}, "Show"),
    );
  }

  function findings() {
    const all = recording.findings;
    if (!all.length) return html("p", {class: "nothing"}, "✓ No rule found anything to look at.");
    const shown = allFindings || theme.isPrinting() ? all : all.slice(0, FINDINGS);
    const more = () => {
      allFindings = true;
      page.draw();
    };
    return [
      html("ul", {class: "findings", "aria-label": "Findings, worst first"}, shown.map(finding)),
      all.length > shown.length &&
        html("button", {type: "button", class: "linky controls", onclick: more},
          `${all.length - shown.length} findings more`),
    ];
  }

  function onrange(range, which, isStep) {
    const ranges = [...state.now.ranges];
    ranges[which] = range;
    if (!ranges[0]) ranges[1] = null;
    second = second && isStep && which === 1;
    const isCompared = which === 1 && range;
    state.set({ranges, zoom: [], ...(isCompared ? {tab: "differences"} : {})}, {replace: isStep});
  }

  function heatOptions(width) {
    const cells = recording.cellsOf(state.now.request);
    const buckets = recording.cellsOf(-1).map((cell) => cell[1]);
    const lowest = buckets.length ? buckets.reduce((a, b) => Math.min(a, b)) : 0;
    const highest = buckets.length ? buckets.reduce((a, b) => Math.max(a, b)) : 1;
    const figures = recording.requestFigures(state.now.request, true);
    return {
      cells,
      ...grid,
      begin: recording.beginMillis,
      span: model.span,
      lowest: lowest - (lowest % 2),
      highest: highest + 2,
      most: cells.reduce((most, cell) => Math.max(most, cell[2]), 1),
      width,
      height: theme.isPrinting() ? 240 : theme.isNarrow() ? 260 : 372,
      gaps: recording.gaps,
      warmUpEnd: model.warmUp?.end,
      rings: selection.traces().slice(0, SLOWEST).map((trace) => ({micros: trace.micros, nanos: trace.nanos,
        strong: trace.id === state.now.trace, title: `${duration(trace.nanos)} ${requestName(trace.request)}`})),
      ranges: state.now.ranges,
      cursor,
      second: () => second && state.now.ranges[0] !== null,
      onrange,
      label: `Latency heat map of ${requestName(state.now.request)}: ${plural(figures.n, "request")}, p50 `
        + `${duration(figures.p50)}, p99 ${duration(figures.p99)}. Arrow keys move, with Shift they select a range, `
        + "Enter selects a cell, Escape selects everything.",
    };
  }

  const warmUpChoice = () =>
    model.warmUp &&
    html("label", {class: "controls",
      title: `${plural(model.warmUp.requests, "request")} of it are left out of figures`},
      html("input", {type: "checkbox", "data-f": "warm", checked: state.now.warmUp,
        onchange: (event) => state.set({warmUp: event.target.checked})}),
      " count the warm-up");

  function heatMap(width) {
    const options = heatOptions(width);
    const hint = second
      ? "Drag range B, which A is compared with."
      : state.now.ranges[0] ? "Shift-drag selects a second range."
      : "Drag to select; everything follows.";
    const compare = () => {
      second = !second;
      page.draw();
    };
    return html(
      "figure",
      null,
      html(
        "div",
        {class: "line"},
        html("h2", null, "Latency over time"),
        html("span", {class: "dim no-print"}, hint),
        html("span", {class: "grow"}),
        state.now.ranges[0] && html("button", {type: "button", class: "controls", "aria-pressed": String(second),
          "data-f": "second", onclick: compare}, "Compare with…"),
      ),
      heat.map(options),
      html("div", {class: "keys"}, heat.legend(options.most), html("span", null, "○ slowest"),
        recording.gaps.length > 0 && html("span", null, "▲ records missing"), warmUpChoice()),
      asTable("Latency over time", () => heat.table(options)),
    );
  }

  function requestTable() {
    const of = (i) => recording.requestFigures(i, state.now.warmUp);
    const all = model.requests.map((_, i) => i).filter((i) => of(i).n > 0);
    const whole = of(-1).total;
    const toggle = (i) => ({request: state.now.request === i ? -1 : i});
    return tables.table(
      [
        {key: "request", head: "request", name: true, cell: (i) =>
          html("a", {class: "cut operation", href: state.link(toggle(i)), "data-f": "request-" + i,
            "aria-current": state.now.request === i ? "true" : null, title: requestName(i)},
              units.shorten(requestName(i), NAME))},
        {key: "n", head: "number", number: true, optional: true, cell: (i) => count(of(i).n)},
        {key: "time", head: "share of time", number: true, cell: (i) =>
          tables.bar(of(i).total / whole, percent(of(i).total / whole))},
        {key: "p50", head: "p50", number: true, optional: true, cell: (i) => duration(of(i).p50)},
        {key: "p99", head: "p99", number: true, cell: (i) => duration(of(i).p99)},
        {key: "failed", head: "failed", number: true, cell: (i) => tables.failures(of(i).failed)},
      ],
      all.length > 1 ? [-1, ...all] : all,
      {class: "compact", caption: "Kinds of requests", limit: KINDS, row: (i) =>
        ({class: i === state.now.request ? "chosen" : null})},
    );
  }

  function traceList(title, traces, limit, empty, more) {
    return [
      html("div", {class: "line"}, html("h2", null, title),
        traces.length > limit && html("a", {class: "controls", href: state.link(more)},
          `all ${count(traces.length)}`)),
      traces.length
        ? traceTable.table(traces.slice(0, limit), title.split(" ")[0].toLowerCase(), title,
          {class: "compact headless"})
        : html("p", {class: "note"}, empty),
    ];
  }

  // Beside the heat map if there is room, else below it.
  function map(host) {
    const full = theme.widthOf(host);
    const width = Math.round(theme.isWide() ? (full - 24) * .56 : full);
    const traces = selection.traces();
    const failed = traces.filter((trace) => trace.failed || trace.failedInside);
    const where = state.now.ranges[0] ? " in the selection" : "";
    replace(
      host,
      heatMap(width),
      html(
        "div",
        null,
        html("div", {class: "line"}, html("h2", null, "Requests"),
          html("span", {class: "dim no-print"}, "a click filters everything")),
        requestTable(),
        traceList("Slowest" + where, traces, SLOWEST, "No trace is selected.", {tab: "traces"}),
        traceList("Failed" + where, failed, FAILED, "None.", {tab: "traces", only: "failed"}),
      ),
    );
  }

  // What is selected, below the tabs, if anything is.
  function chosen() {
    const {ranges, request, only} = state.now;
    if (!state.isFiltered()) return null;
    const {estimated} = selection.calls();
    const figures = selection.figures(selection.current());
    const text = (range) => [
      range.time && range.time.map((at) => clock(at * 1e6, 1)).join("–"),
      range.duration && range.duration.map((nanos) => duration(nanos)).join("–"),
    ].filter(Boolean).join(", ");
    const chip = (words, patch, key) =>
      html("a", {class: "chip", href: state.link(patch), "data-f": "chip-" + key, title: "Take away",
        "aria-label": `Without ${words}`},
        words, html("span", {"aria-hidden": "true"}, " ✕"));
    const share = estimated && estimated.share < .995 ? `, which stand for ${percent(estimated.share)} of them` : "";
    return html(
      "div",
      {class: "chosen-line"},
      request >= 0 && chip(requestName(request), {request: -1}, "request"),
      ranges[0] && chip((ranges[1] ? "A: " : "") + text(ranges[0]), {ranges: [null, null], zoom: []}, "a"),
      ranges[1] && chip("B: " + text(ranges[1]), {ranges: [ranges[0], null]}, "b"),
      only && chip(only, {only: ""}, "only"),
      html("span", null, plural(figures.n, "request")),
      estimated && html("span", {class: "dim"},
        `calls are estimated from ${plural(estimated.traces, "trace")}${share}`),
      ranges[0] && state.now.tab !== "differences" &&
        html("a", {class: "controls", href: state.link({tab: "differences"})}, "What differs?"),
      html("a", {class: "controls", href: state.link(state.ALL), "data-f": "all"}, "Show everything"),
    );
  }

  return {head, tiles, findings, map, chosen};
})();
