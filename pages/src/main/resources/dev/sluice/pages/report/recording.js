// The model of a report, which is JSON in the page, made convenient.
const recording = (() => {
  const model = JSON.parse(document.getElementById("data").textContent);
  const FLAGS = {failed: 1, incomplete: 2, broken: 4, failedInside: 8, cut: 32};
  const beginMicros = Number(BigInt(model.begin) / 1000n); // of a whole one, so that no time is cut twice
  const beginMillis = beginMicros / 1000;
  const spanMicros = model.span / 1000;
  const {labels, whole} = model;
  const requestName = (i) =>
    (i < 0 ? "All requests" : labels[model.requests[i].op] ?? (model.requests[i].name || model.other));
  const grid = {slots: model.heat.slots, slotNanos: model.heat.width, from: model.heat.from};
  const operationRows = (table) => table.map(([op, calls, failed, total, self, mean, p50, p99, max, histogram]) =>
    ({op, calls, failed, total, self, mean, p50, p99, max, histogram}));
  const operations = model.ops.map(operationRows);
  const wholeOperations = whole?.ops.map(operationRows);

  const traces = model.traces.map((row) => {
    const [id, micros, nanos, request, calls, flags, missing, reasons, tree, producer, thread, text] = row;
    return {
      id, micros, nanos, request, calls, missing, reasons, producer, thread, text, tree: tree || null,
      failed: Boolean(flags & FLAGS.failed),
      failedInside: Boolean(flags & FLAGS.failedInside),
      incomplete: Boolean(flags & (FLAGS.incomplete | FLAGS.broken)),
      broken: Boolean(flags & FLAGS.broken),
      cut: Boolean(flags & FLAGS.cut),
      slot: Math.min(grid.slots - 1, Math.floor((micros * 1000 - grid.from) / grid.slotNanos)),
      bucket: heat.bucketOf(nanos),
    };
  }).sort((a, b) => b.nanos - a.nanos);

  // Cells of a kind of request, or of all kinds together.
  const cells = model.heat.cells.map(heat.cells);
  const allCells = heat.merged(cells);
  const cellsOf = (request) => (request < 0 ? allCells : cells[request] ?? []);

  // With the warm-up, or without.
  const requestFigures = (request, withWarmUp) => {
    const from = withWarmUp && whole ? whole : model;
    return request < 0 ? from.all : from.requests[request] ?? model.requests[request];
  };
  const operationsOf = (request, withWarmUp) => ((withWarmUp && wholeOperations) || operations)[request + 1] ?? [];

  const allTree = calltree.joined(model.trees.map((tree) => [tree, 1]));
  const treeOf = (request) => (request < 0 ? allTree : model.trees[request] ?? []);

  // Edges with the calls of each tenth: [caller, callee, calls, total, failed, tenths].
  function edgesOf(request) {
    const sums = new Map();
    model.edges.forEach((list, kind) => list.forEach(([caller, callee, ...figures], i) => {
      if (request >= 0 && kind !== request) return;
      const key = caller + ">" + callee;
      const [, , calls, total, failed, tenths] = sums.get(key) ?? [0, 0, 0, 0, 0, []];
      sums.set(key, [caller, callee, calls + figures[0], total + figures[1], failed + figures[2],
        model.dependencies[kind][i].map((n, tenth) => n + (tenths[tenth] ?? 0))]);
    }));
    return [...sums.values()].sort((a, b) => b[3] - a[3]);
  }

  const packageOf = (op) => model.packages[op];
  const weights = new Map();
  for (const row of operations[0]) weights.set(packageOf(row.op), (weights.get(packageOf(row.op)) ?? 0) + row.self);
  const fills = colours.fills(weights);

  const REASONS = {
    dropped: "its program dropped records while it ran",
    gap: "a chunk of its program is missing",
    before_start: "the recording begins in the middle of it",
    no_end: "it was open when the recording ended, and its program has no end: killed, or still running",
    running: "it was still running when its program ended",
    timed_out: "no record of it came for a long time",
    evicted: "it gave way to others, to keep memory bounded",
    too_long: "it was cut, to keep memory bounded",
    not_recorded: "nothing was lost: some of its operations are not recorded",
  };

  // Why a trace failed, as far as records say: status of the answer, exception; and what no record says.
  const KINDS = ["the status (preset http records it)", "the exception (probe events or a log event records it)"];
  const causes = Object.values(model.causes ?? {});
  const cause = ({id}) => {
    const [status, exception] = model.causes?.[id] ?? [];
    return [status && `status ${status}`, exception].filter(Boolean).join(", ");
  };
  const unknownCause = model.causes && KINDS.filter((_, i) => !causes.some((one) => one[i])).join(" and ");

  const clock = (micros, fraction) => units.clock(Math.floor((beginMicros + Math.round(micros)) / 1000), fraction);
  const gaps = (model.gaps ?? []).map(([from, to, producer, cause, records]) => {
    const program = model.programs[producer]?.name;
    const what = records > 0 ? units.plural(records, "record") + " missing" : "records are missing";
    const why = cause ? `: ${cause}` : "";
    const of = program && model.programs.length > 1 ? ` of ${program}` : "";
    return [from, to, `${clock(from, 3)}–${clock(to, 3)}: ${what}${of}${why}`];
  });
  // Begin, end and words of the longest pauses of the garbage collectors.
  const pauses = (model.pauses?.longest ?? []).map(([from, to, phase]) =>
    [from, to, `${clock(from, 3)}: ${phase || "pause"}, ${units.duration((to - from) * 1000)}`]);
  // What of the records of all programs is missing, 0 to 1; whether all figures are lower bounds.
  const emitted = model.programs.reduce((sum, one) => sum + one.emitted, 0);
  const lost = model.programs.reduce((sum, one) => sum + Math.max(0, one.emitted - one.delivered), 0) / (emitted || 1);
  const least = lost > 0 || model.gaps?.length || model.audit.damaged ? "≥ " : "";

  // Programs by what people call them, without host and process; of kinds and operations, those of traces in the page.
  const programOf = (trace) => model.programs[trace.producer]?.name.replace(/@.*/, "");
  const isSeveral = new Set(model.programs.map(({name}) => name.replace(/@.*/, ""))).size > 1;
  const [kindPrograms, operationPrograms] = [new Map(), new Map()];
  const note = (map, key, program) => map.set(key, (map.get(key) ?? new Set()).add(program));
  for (const trace of isSeveral ? traces : []) {
    note(kindPrograms, trace.request, programOf(trace));
    for (const [op] of trace.tree ?? []) note(operationPrograms, op, programOf(trace));
  }
  const listed = (programs) => [...programs ?? []].filter(Boolean).join(", ");

  // The kind that the first picture shows: that of the worst finding; -1 for all.
  const worst = model.findings.find((one) => one.severity > 1 && one.rule !== "missing");
  const headline = model.requests.length > 1 ? worst?.link.req ?? -1 : -1;
  const producerName = (trace) => model.programs[trace.producer]?.name ?? null;
  const threadName = (trace) => model.threads[trace.thread]?.replace(/^\d+:/, "thread ") ?? null;

  return {
    model, grid, labels, traces, beginMillis, spanMicros, fills, gaps, pauses, clock,
    lost, least, cause, unknownCause, isSeveral, programOf, headline,
    kindProgram: (request) => listed(kindPrograms.get(request)),
    operationProgram: (op) => listed(operationPrograms.get(op)),
    requestName, cellsOf, requestFigures, operationsOf, treeOf, edgesOf, packageOf, producerName, threadName,
    signature: (op) => model.signatures[op],
    fill: (op) => fills.get(packageOf(op)) ?? colours.REST,
    shortPackage: colours.shortener([...weights.keys()]),
    reason: (trace) => trace.reasons.map((reason) => REASONS[reason] ?? reason).join("; and "),
    laneOf: (trace) => [producerName(trace), threadName(trace)].filter(Boolean).join(" · "),
    // Where several programs have a trace of that id it is followed by that of its program; alone it finds the first.
    byId: new Map([...traces].reverse().flatMap((trace) => [[trace.id.split("@")[0], trace], [trace.id, trace]])),
    operationNamed: new Map(labels.map((label, i) => [label, i])),
    requestNamed: new Map(model.requests.map((_, i) => [requestName(i), i])),
    textName: (trace) => model.texts[trace.text] ?? null,
  };
})();
