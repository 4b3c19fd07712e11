// The model of a report, which is JSON in the page, made convenient.
const recording = (() => {
  const model = JSON.parse(document.getElementById("data").textContent);
  const FLAGS = {failed: 1, incomplete: 2, broken: 4, failedInside: 8, cut: 32};

  const beginMillis = Number(BigInt(model.begin) / 1000000n);
  const spanMicros = model.span / 1000;
  const labels = model.labels;

  const requestName = (i) =>
    i < 0 ? "All requests" : (labels[model.requests[i].op] ?? model.requests[i].name ?? model.other);
  const grid = {slots: model.heat.slots, slotNanos: model.heat.width, from: model.heat.from ?? 0};

  const operationRows = (table) =>
    table.map(([op, calls, failed, total, self, mean, p50, p99, max, histogram]) =>
      ({op, calls, failed, total, self, mean, p50, p99, max, histogram}));
  const operations = {
    after: model.ops.map(operationRows),
    whole: model.whole ? model.whole.ops.map(operationRows) : null,
  };

  const traces = model.traces.map((row) => {
    const [id, micros, nanos, request, calls, flags, missing, reasons, tree, producer, thread, text] = row;
    return {
      id, micros, nanos, request, calls, missing, reasons,
      tree: tree || null,
      producer: producer ?? -1,
      thread: thread ?? -1,
      text: text ?? -1,
      failed: Boolean(flags & FLAGS.failed),
      failedInside: Boolean(flags & FLAGS.failedInside),
      incomplete: Boolean(flags & (FLAGS.incomplete | FLAGS.broken)),
      broken: Boolean(flags & FLAGS.broken),
      cut: Boolean(flags & FLAGS.cut),
      slot: Math.min(grid.slots - 1, Math.floor((micros * 1000 - grid.from) / grid.slotNanos)),
      bucket: heat.bucketOf(nanos),
    };
  }).sort((a, b) => b.nanos - a.nanos);

  const cells = model.heat.cells.map(heat.cells);

  // Cells of a kind of request, or of all kinds together.
  const merged = new Map();
  function cellsOf(request) {
    if (request >= 0) return cells[request] ?? [];
    if (!merged.size) {
      for (const [slot, bucket, n, failed] of cells.flat()) {
        const key = slot * 128 + bucket;
        const sum = merged.get(key);
        if (sum) {
          sum[2] += n;
          sum[3] += failed;
        } else {
          merged.set(key, [slot, bucket, n, failed]);
        }
      }
    }
    return [...merged.values()];
  }

  const isWhole = (withWarmUp) => withWarmUp && model.whole;
  const requestFigures = (request, withWarmUp) => {
    const from = isWhole(withWarmUp) ? model.whole : model;
    return request < 0 ? from.all : (from.requests[request] ?? model.requests[request]);
  };
  const operationsOf = (request, withWarmUp) =>
    (isWhole(withWarmUp) ? operations.whole : operations.after)[request + 1] ?? [];

  const treeOf = (request) => (request < 0 ? calltree.joined(model.trees) : (model.trees[request] ?? []));

  // Edges with the calls of each tenth, if the model has them: [caller, callee, calls, total, failed, tenths].
  const edgesOf = (request) => {
    const sums = new Map();
    model.edges.forEach((list, kind) => {
      if (request >= 0 && kind !== request) return;
      list.forEach(([caller, callee, calls, total, failed], i) => {
        const key = caller + ">" + callee;
        const sum = sums.get(key) ?? [caller, callee, 0, 0, 0, null];
        const tenths = model.dependencies?.[kind]?.[i];
        sum[2] += calls;
        sum[3] += total;
        sum[4] += failed;
        if (tenths) sum[5] = tenths.map((n, tenth) => n + (sum[5]?.[tenth] ?? 0));
        sums.set(key, sum);
      });
    });
    return [...sums.values()].sort((a, b) => b[3] - a[3]);
  };

  const packageOf = (op) => model.packages[op];
  const weights = new Map();
  for (const row of operations.after[0]) {
    weights.set(packageOf(row.op), (weights.get(packageOf(row.op)) ?? 0) + row.self);
  }
  const fills = colours.fills(weights);

  const SEVERITY = ["know", "know", "look", "missing"];
  const findings = model.findings.map((one) =>
    (Array.isArray(one) ? {severity: one[0], text: one[1], link: one[2]} : one))
    .map((one) => ({...one, kind: SEVERITY[one.severity] ?? "know"}));

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

  const clock = (micros, fraction) => units.clock(beginMillis + micros / 1000, fraction);
  const gaps = (model.gaps ?? []).map(([from, to, producer, cause, records]) => {
    const program = model.programs[producer]?.name;
    const what = records > 0 ? units.plural(records, "record") + " missing" : "records are missing";
    const why = cause ? `: ${cause}` : "";
    const of = program && model.programs.length > 1 ? ` of ${program}` : "";
    return [from, to, `${clock(from, 3)}–${clock(to, 3)}: ${what}${of}${why}`];
  });

  return {
    model, grid, labels, traces, beginMillis, spanMicros, findings, fills, gaps, clock,
    requestName, cellsOf, requestFigures, operationsOf, treeOf, edgesOf, packageOf,
    signature: (op) => model.signatures[op],
    fill: (op) => fills.get(packageOf(op)),
    shortPackage: colours.shortener([...weights.keys()]),
    reason: (trace) => trace.reasons.map((reason) => REASONS[reason] ?? reason).join("; and "),
    byId: new Map(traces.map((trace) => [trace.id, trace])),
    operationNamed: new Map(labels.map((label, i) => [label, i])),
    requestNamed: new Map(model.requests.map((_, i) => [requestName(i), i])),
    threadName: (trace) => model.threads?.[trace.thread]?.replace(/^\d+:/, "thread ") ?? null,
    textName: (trace) => model.texts?.[trace.text] ?? null,
    producerName: (trace) => model.programs[trace.producer]?.name ?? null,
  };
})();
