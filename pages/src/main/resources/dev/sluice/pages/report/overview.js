// The first screen: what ran, whether all of it is there, how much, how fast, how wrong, where and when.
const overview = (() => {
  const {html, replace, note, bars, asTable, swatch} = elements;
  const {duration, count, percent, plural} = units;
  const {model, grid, requestName, clock} = recording;
  const [FINDINGS, SLOWEST, FAILED, KINDS] = [7, 4, 3, 9]; // lines shown
  const FEWEST = 20; // requests that show how many there are when
  const LINE = 22; // pixels of a finding
  const cursor = {};
  let second = false;

  // No call came; what came may be samples.
  const isEmpty = !recording.requestFigures(-1, true).n && !model.ops[0].length;

  const listed = (names) => names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");

  function head(skip) {
    const day = new Date(recording.beginMillis).toISOString().slice(0, 10);
    const attributes = Object.entries(model.programs[0]?.attributes ?? {}).slice(0, 8)
      .map((pair) => pair.join(" ").slice(0, 60));
    const {complete, text} = model.badge;
    const time = model.begin === "0" ? null
      : `${day} ${clock(0, 1)}–${clock(recording.spanMicros, 1)} UTC (${duration(model.span)})`;
    const badge = isEmpty ? ["warn", "▲ nothing recorded"]
      : complete ? ["ok", "✓ complete"] : ["bad", `▲ ${text}`];
    return html("header", {class: "top"}, skip,
      html("div", {class: "line"},
        html("h1", null, listed(model.programs.map((program) => program.name)) || "Recording"),
        html("span", {class: "badge " + badge[0], title: isEmpty ? null : help.of("complete")}, badge[1]),
        html("span", {class: "grow"}),
        html("button", {type: "button", class: "controls", onclick: () => help.show()}, "Help ", elements.key("?")),
        theme.button()),
      model.sentence && html("p", {class: "sentence"}, isEmpty ? null : model.sentence),
      html("p", {class: "meta"}, [
        time, `${plural(model.audit.records, "record")} in ${plural(model.audit.chunks, "chunk")}`,
        ...attributes, model.hosts.length && `host ${listed(model.hosts)}`, `recording ${model.source}`,
      ].filter(Boolean).join(" · ")));
  }

  // Every three slots as a bar.
  function spark(values, kind) {
    const sums = Array(Math.ceil(values.length / 3)).fill(0);
    values.forEach((value, i) => (sums[Math.floor(i / 3)] += value));
    return bars(sums, 76, 32, {class: "spark", kind});
  }

  const tile = (name, value, more, {href, title, picture, kind = ""} = {}) =>
    html(href ? "a" : "div", {class: "tile " + kind, href, title, "data-f": "tile-" + name},
      html("span", {class: "words"}, html("span", {class: "k"}, name), html("b", null, value),
        html("small", null, more)),
      picture);

  // Of a range the figures come from the cells of the heat map, else they are exact.
  function tileFigures() {
    const {ranges: [range], request, warmUp} = state.now;
    if (!range) {
      const figures = recording.requestFigures(request, warmUp);
      const left = !warmUp && model.warmUp ? model.warmUp.end * 1000 : 0;
      return {...figures, nanos: model.span - left,
        notes: [`mean ${duration(figures.mean)}`, `longest ${duration(figures.max)}`]};
    }
    const nanos = range.time ? (Math.min(range.time[1], model.span / 1e9) - range.time[0]) * 1e9 : model.span;
    return {...selection.figures(selection.current()), nanos, notes: Array(2).fill("within a half octave")};
  }

  function tiles() {
    if (isEmpty) return null;
    const {n, failed, p50, p99, nanos, notes} = tileFigures();
    const {least} = recording;
    const {operations: rows, estimated} = selection.calls();
    const self = rows.reduce((sum, row) => sum + row.self, 0);
    const hottest = rows.reduce((most, row) => (most && most.self >= row.self ? most : row), null);
    const [rates, failures] = [2, 3].map(() => Array(grid.slots).fill(0));
    for (const [slot, , all, wrong] of recording.cellsOf(state.now.request)) {
      rates[slot] += all;
      failures[slot] += wrong;
    }
    const about = state.now.ranges[0] ? "≈ " : "";
    return html("div", {class: "tiles"},
      tile("Requests", least + count(n),
        n === 1 ? "no more than that" : `${least}${units.brief(n / (nanos / 1e9))} a second`,
        {picture: n >= FEWEST && spark(rates, "bar")}),
      n === 1 ? tile("Duration", about + duration(p50), "of one request") : [
        tile("p50", about + duration(p50), notes[0], {title: help.of("p50")}),
        tile("p99", about + duration(p99), notes[1], {title: help.of("p50")})],
      tile("Failed", (failed ? least : "") + count(failed), failed ? `${percent(failed / n)} of requests` : "none",
        {picture: failed > 0 && n >= FEWEST && spark(failures, "bad"),
          href: failed ? state.link({tab: "traces", only: "failed"}) : null}),
      hottest && tile("Most self time", recording.labels[hottest.op],
        `${percent(hottest.self / self)} of all, ${duration(hottest.self)}; ${plural(hottest.calls, "call")}`
          + (estimated ? "; estimated" : "")
          + (joined.waitsFor(hottest.op) && `; it waits for ${joined.waitsFor(hottest.op)}`),
        {kind: "wide", title: recording.signature(hottest.op),
          href: state.link({tab: "flame", view: "sandwich", op: hottest.op})}));
  }

  // By severity, from 1.
  const SIGNS = [[], ["know", "i", "to know"], ["look", "!", "look at this"], ["missing", "▲", "records missing"]];
  let allFindings = false;
  let cut = null; // numbers of the findings of which one line is shown
  const opened = new Set(); // numbers of rows of which all findings are shown

  // Findings of one rule and severity are one row.
  const rowsOf = (all) => [...Map.groupBy(all, (one) => one.row ?? one).values()];
  const nameOf = (one) => recording.labels[one.op] ?? one.text;

  // The worst of a row stands for the others, unless they are shown, too.
  function row(list) {
    if (theme.isPrinting() || opened.has(list[0].row)) return list.map((one) => finding(one));
    return [finding(list[0], list.slice(1))];
  }

  const linky = (key, text, onclick, label) => html("button", {type: "button", class: "linky controls", "data-f": key,
    onclick: () => {
      onclick();
      page.draw();
    }, "aria-label": label}, text);

  function finding(one, others = []) {
    const i = model.findings.indexOf(one);
    const [kind, sign, name] = SIGNS[one.severity];
    const names = others.slice(0, 3).map(nameOf).join(", ") + (others.length > 3 ? ", …" : "");
    return html("li", {class: kind + (cut?.has(i) ? " cut-line" : ""), "data-i": i},
      html("span", {class: "sign", role: "img", "aria-label": name, title: name}, sign),
      html("span", {class: "text"}, html("span", {class: "words"}, one.text,
        one.confidence !== "certain" &&
          html("span", {class: "sure", title: help.of(one.confidence)}, ` ${one.confidence}`)),
      cut?.has(i) && linky("more-" + i, "more", () => cut.delete(i), `All of: ${one.text}`),
      others.length > 0 && linky("row-" + one.row, `${count(others.length)} more`, () => opened.add(one.row),
        `${others.length} more of this rule: ${names}`)),
      html("span", {class: "cost", title: "its cost in time, and the share of the time of all requests"},
        one.cost && duration(one.cost) + (one.share ? `, ${percent(one.share)}` : "")),
      Object.keys(one.link).length > 0 && html("a", {href: state.link(state.ofFinding(one)), "data-f": "finding-" + i,
        "aria-label": `Show: ${one.text}`}, "Show"));
  }

  const line = (kind, sign, name, text) => html("li", {class: kind},
    html("span", {class: "sign", role: "img", "aria-label": name}, sign), html("span", {class: "words"}, text));

  // What came in place of calls, why there are none, and what to type.
  function nothing() {
    const run = "./sluice run --sink file:records --include 'com.acme.**' -- java -jar app.jar";
    return html("div", {class: "empty"},
      html("h2", null, "Nothing was recorded"),
      html("p", null, `${plural(model.audit.records, "record")} arrived, but no call of a method. The usual reason: no `
        + "method matches the patterns of ", html("code", null, "--include"), "; the program then prints at its end ",
      html("q", null, "rule … matched no method; classes under … were loaded"),
      ", which are the names to include. Or the program ended before the first call, or its calls were sampled out."),
      html("p", null, "Give the packages of the program's classes: ", html("code", null, run)),
      html("p", null, "What came: ", html("code", null, `./sluice cat ${model.source} --limit 3`)));
  }

  function findings() {
    const all = model.findings;
    if (isEmpty) return nothing();
    const rows = rowsOf(all);
    const shown = allFindings || theme.isPrinting() ? rows : rows.slice(0, FINDINGS);
    const left = rows.slice(shown.length).flat().length;
    const {met, unseen, audit} = model;
    return [
      met && !met.length && html("p", {class: "nothing"}, "✓ No condition of --fail-on is met",
        audit.complete ? "." : " by the records that arrived, but some are missing."),
      html("ul", {class: "findings", "aria-label": "Findings, worst first"},
        (met ?? []).map((text) => line("look", "✗", "condition is met", `--fail-on ${text}`)),
        unseen && line("know", "i", "to know", unseen), shown.flatMap(row)),
      !all.length && html("p", {class: "nothing"}, "✓ No rule found a problem."),
      left > 0 && linky("all-findings", `${plural(left, "finding")} more`, () => (allFindings = true)),
    ];
  }

  // Long findings are cut to a line, the last first, until the heat map and its legend end within the window. Asked
  // for once a width.
  function fit(host) {
    if (cut) return;
    cut = new Set();
    if (!theme.isWide()) return;
    const keys = document.querySelector(".overview .keys");
    if (!keys) return;
    let beyond = keys.getBoundingClientRect().bottom + scrollY - innerHeight;
    const lines = [...host.querySelectorAll("li[data-i]")];
    for (let i = lines.length - 1; i >= 0 && beyond > 0; i--) {
      const more = lines[i].clientHeight - LINE;
      if (more > 0) cut.add(+lines[i].dataset.i);
      beyond -= more;
    }
    replace(host, findings());
  }
  theme.onRedraw(() => (cut = null));

  function onrange(range, which, isStep) {
    const ranges = [...state.now.ranges];
    ranges[which] = range;
    const request = range ? mapKind() : state.now.request; // what is selected is what the map shows
    if (!ranges[0]) ranges[1] = null;
    second = second && isStep && which === 1;
    const isCompared = which === 1 && range;
    state.set({ranges, request, zoom: [], ...(isCompared ? {tab: "differences"} : {})},
      {replace: isStep, brushed: !isStep});
  }

  // A request as long as the recording is the program itself: it would press all others together.
  const ROWS = 10; // half octaves of the map at least
  const RUN = heat.bucketOf(.9 * model.span);
  const all = recording.cellsOf(-1);
  const long = all.reduce((sum, [, bucket, n]) => sum + (bucket < RUN ? 0 : n), 0);
  const areRuns = long === recording.traces.filter(({nanos}) => nanos >= .9 * model.span).length; // and not only near it
  const runs = areRuns && all.some(([, bucket]) => bucket < RUN) ? long : 0;
  const isDrawn = (bucket) => !runs || bucket < RUN;
  const levels = all.map((cell) => cell[1]).filter(isDrawn);
  const lowest = levels.reduce((a, b) => Math.min(a, b), levels[0] ?? 0);
  const highest = levels.reduce((a, b) => Math.max(a, b), 1);
  const around = Math.max(0, ROWS - highest + lowest - 2) / 2; // so that one cell is no picture of its own
  const cellsByKey = model.requests.map((_, i) =>
    new Map(recording.cellsOf(i).map(([slot, bucket, n]) => [heat.keyOf(slot, bucket), n])));

  // The kind that the map shows: the one that is chosen, else that of the worst finding, unless a range is selected.
  const mapKind = () => (state.now.request >= 0 || state.now.ranges[0] || state.now.map === "all" ? state.now.request
    : recording.headline);

  // Since when that kind is slower, or when it was slow: the first finding of it that has a time.
  function marks(kind) {
    const found = model.findings.find(({rule, link}) =>
      rule !== "warm-up" && link.t0 > 0 && (kind < 0 || (link.req ?? kind) === kind));
    return found ? [[found.link.t0, `${found.rule === "pause" ? "at" : "since"} ${clock(found.link.t0, 0)}`]] : [];
  }

  // Kinds of the requests of a cell, those with most first.
  const kindsOf = (slot, bucket) =>
    cellsByKey.map((cells, i) => [cells.get(heat.keyOf(slot, bucket)) ?? 0, requestName(i)])
      .filter(([n]) => n).sort((a, b) => b[0] - a[0]).map(([n, name]) => `${count(n)} ${name}`);

  function heatOptions(width, slowest) {
    const kind = mapKind();
    const cells = recording.cellsOf(kind).filter(([, bucket]) => isDrawn(bucket));
    const {n, p50, p99} = recording.requestFigures(kind, state.now.warmUp);
    return {
      cells, ...grid, width, cursor, onrange,
      begin: recording.beginMillis,
      span: model.span,
      lowest: Math.max(0, lowest - (lowest % 2) - Math.floor(around)),
      highest: highest + 2 + Math.ceil(around),
      most: cells.reduce((most, cell) => Math.max(most, cell[2]), 1),
      height: theme.isPrinting() ? 240 : theme.isNarrow() ? 260 : 360,
      gaps: recording.gaps,
      lost: recording.lost > 0 ? `▲ ${percent(recording.lost)}` : "▲",
      pauses: recording.pauses,
      marks: marks(kind),
      kinds: (slot, bucket) => kind < 0 && model.requests.length > 1 && listed(kindsOf(slot, bucket)),
      warmUpEnd: model.warmUp?.end,
      rings: slowest.filter((trace) => kind < 0 || trace.request === kind).slice(0, SLOWEST).map((trace) =>
        ({micros: trace.micros, nanos: trace.nanos,
          strong: trace.id === state.now.trace, title: `${duration(trace.nanos)} ${requestName(trace.request)}`})),
      ranges: state.now.ranges,
      second: () => second && state.now.ranges[0] !== null,
      label: `Latency heat map of ${requestName(kind)}: ${plural(n, "request")}, p50 ${duration(p50)}, `
        + `p99 ${duration(p99)}. Arrow keys move, with Shift they select a range, Enter a cell, Escape everything.`,
    };
  }

  const warmUpChoice = () => model.warmUp && html("label", {class: "controls",
    title: `${plural(model.warmUp.requests, "request")} of it are left out of the figures`},
  html("input", {type: "checkbox", "data-f": "warm", checked: state.now.warmUp,
    onchange: (event) => state.set({warmUp: event.target.checked})}), " count the warm-up");

  function heatMap(width, traces) {
    const options = heatOptions(width, traces);
    const kind = mapKind();
    const hint = second ? "Drag range B, to compare with A."
      : state.now.ranges[0] ? "Shift-drag selects a second range."
        : "Drag selects a time, with Alt durations too.";
    const compare = () => {
      second = !second;
      page.draw();
    };
    return html("figure", null,
      html("div", {class: "line"},
        html("h2", null, "Latency over time", kind >= 0 && [": ", elements.breakable(requestName(kind))]),
        kind !== state.now.request &&
          html("a", {class: "controls", href: state.link({map: "all"}), "data-f": "map-all"}, "All requests"),
        html("span", {class: "dim no-print hint", title: hint}, hint),
        state.now.ranges[0] && html("button", {type: "button", class: "controls", "aria-pressed": String(second),
          "data-f": "second", onclick: compare}, "Compare with…")),
      heat.map(options),
      html("div", {class: "keys"}, heat.legend(options.most), html("span", null, "○ slowest"),
        recording.gaps.length > 0 && html("span", null, "▲ records missing, share of all"),
        model.pauses && html("span", {"data-f": "pauses"}, swatch("var(--pause)"),
          ` ${plural(model.pauses.count, "GC pause")}, ${duration(model.pauses.nanos)}`),
        runs > 0 && html("span", null, `not drawn: ${count(runs)} as long as the recording`), warmUpChoice()),
      asTable("Latency over time", () => heat.table(options)));
  }

  // Of a range the figures come from the cells of the heat map, else they are exact.
  function requestTable() {
    const {request, ranges: [range], warmUp} = state.now;
    const of = (i) => (range ? selection.figures(selection.of(range, i)) : recording.requestFigures(i, warmUp));
    const rows = [-1, ...model.requests.keys()].map((i) => [i, of(i)]).filter(([, {n}]) => n > 0);
    const whole = of(-1).total;
    return tables.table([
      {key: "request", head: "request", name: true, cell: ([i]) =>
        html("a", {class: "cut operation", href: state.link({request: request === i ? -1 : i}),
          "aria-current": request === i ? "true" : null, title: requestName(i), "data-f": "request-" + i},
        traceTable.shortName(i))},
      recording.isSeveral && {key: "program", head: "program", optional: true,
        cell: ([i]) => recording.kindProgram(i)},
      {key: "n", head: "number", number: true, optional: true, cell: ([, {n}]) => recording.least + count(n)},
      {key: "time", head: "share of time", number: true, cell: ([, {total}]) =>
        tables.bar(total / whole, percent(total / whole))},
      {key: "p50", head: "p50", number: true, optional: true, cell: ([, {p50}]) => duration(p50)},
      {key: "p99", head: "p99", number: true, cell: ([, {p99}]) => duration(p99)},
      {key: "failed", head: "failed", number: true, cell: ([, {failed}]) => tables.failures(failed)},
    ].filter(Boolean), rows.length > 2 ? rows : rows.slice(1), {class: "compact", limit: KINDS,
      caption: "Kinds of requests",
      row: ([i]) => ({class: i === request ? "chosen" : null})});
  }

  const traceList = (title, traces, limit, empty, more, why) => [
    html("div", {class: "line"}, html("h2", null, title),
      traces.length > limit && html("a", {class: "controls", href: state.link(more)}, "all ",
        selection.kept(traces, selection.figures(selection.current()), more.only))),
    traces.length ? traceTable.table(traces.slice(0, limit), title.split(" ")[0].toLowerCase(), title,
      {class: "compact", why}) : note(empty),
  ];

  const isSingle = (traces) =>
    !overview.isLive && recording.requestFigures(-1, true).n === 1 && Boolean(traces[0]?.tree);

  // The latencies; of one request its calls; of calls without requests why there is no picture.
  function picture(width, traces) {
    const {n} = recording.requestFigures(-1, true);
    if (isSingle(traces)) {
      return html("div", {class: "only", tabindex: 0, role: "group", "aria-label": "The request"},
        waterfall.draw(traces[0]));
    }
    if (n) return heatMap(width, traces);
    return html("figure", null, html("h2", null, "No request"), note(
      "These calls have no traces; their number and time are below. ", html("code", null, "--probe execution"),
      " also records which call made which call, and so requests."));
  }

  // Beside the heat map if there is room, else below it.
  function map(host) {
    if (isEmpty) return replace(host);
    const full = theme.widthOf(host);
    const width = Math.round(theme.isWide() ? (full - 24) * .56 : full);
    const traces = selection.traces().filter(({bucket}) => isDrawn(bucket));
    const failed = traces.filter((trace) => trace.failed || trace.failedInside);
    const where = state.now.ranges[0] ? " in the selection" : "";
    const {n} = recording.requestFigures(-1, true);
    host.classList.toggle("single", isSingle(traces));
    replace(host,
      picture(width, traces),
      !isSingle(traces) && html("div", null,
        html("div", {class: "line"}, html("h2", null, "Requests" + where),
          html("span", {class: "dim no-print"}, "a click filters everything",
            n && mapKind() !== state.now.request && `; the map shows ${requestName(mapKind())}`)),
        requestTable(),
        traceList("Slowest" + where, traces, SLOWEST, "No trace is selected.", {tab: "traces"}),
        traceList("Failed" + where, failed, FAILED, "None.", {tab: "traces", only: "failed"},
          failed.some(recording.cause))));
  }

  // What is selected, below the tabs, if anything is.
  function chosen() {
    const {ranges, request, only} = state.now;
    if (!state.isFiltered()) return null;
    const {estimated} = selection.calls();
    const {n} = selection.figures(selection.current());
    const text = (range) => heat.words(range, (seconds) => clock(seconds * 1e6, 1));
    const chip = (words, patch, key) => html("a", {class: "chip", href: state.link(patch), "data-f": "chip-" + key,
      title: "Take away", "aria-label": `Without ${words}`}, words, html("span", {"aria-hidden": "true"}, " ✕"));
    const share = estimated && estimated.share < .995 ? `, which stand for ${percent(estimated.share)} of them` : "";
    return html("div", {class: "chosen-line"},
      request >= 0 && chip(requestName(request), {request: -1}, "request"),
      ranges[0] && chip((ranges[1] ? "A: " : "") + text(ranges[0]), {ranges: [null, null], zoom: []}, "a"),
      ranges[1] && chip("B: " + text(ranges[1]), {ranges: [ranges[0], null]}, "b"),
      only && chip(only, {only: ""}, "only"),
      html("span", null, plural(n, "request")),
      estimated && html("span", {class: "dim"},
        `calls are estimated from ${plural(estimated.traces, "trace")}${share}`),
      ranges[0] && state.now.tab !== "differences" &&
        html("a", {class: "controls", href: state.link({tab: "differences"})}, "What differs?"),
      html("a", {class: "controls", href: state.link(state.ALL), "data-f": "all"}, "Show everything"));
  }

  const made = "Written by sluice analyze; this page loads nothing from the network.";

  return {isEmpty, head, listed, tile, spark, tiles, findings, fit, map, chosen, made};
})();
