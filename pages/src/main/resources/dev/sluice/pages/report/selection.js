// Figures of what is selected. Of a whole kind of request they are exact. Of a range of the heat map they are
// estimated: each cell is as many requests as it counts, and its traces in the page stand for all of them.
const selection = (() => {
  const {model, grid, traces, cellsOf} = recording;
  const NEAREST = 2; // half octaves that a trace may stand away from the cell it stands for
  const kinds = model.requests.map((_, i) => i);
  const keyOf = (slot, bucket) => slot * 128 + bucket;

  // Traces of each kind by cell, those without holes first.
  function byCell(list) {
    const cells = kinds.map(() => new Map());
    for (const trace of list) {
      const key = keyOf(trace.slot, trace.bucket);
      const of = cells[trace.request];
      if (!of) continue;
      if (!of.has(key)) of.set(key, []);
      of.get(key).push(trace);
    }
    for (const of of cells) {
      for (const [key, group] of of) {
        const sound = group.filter((trace) => !trace.incomplete);
        if (sound.length) of.set(key, sound);
      }
    }
    return cells;
  }
  const withTree = traces.filter((trace) => trace.tree);
  const treesByCell = byCell(withTree);
  const tracesByCell = byCell(traces);
  const treesByKind = kinds.map((kind) => withTree.filter((trace) => trace.request === kind && !trace.incomplete));

  // A trace of the kind with a duration like the cell's: of the nearest duration, then of the nearest time.
  function standIn(kind, slot, bucket) {
    let best = null;
    let least = (NEAREST + 1) * 1000;
    for (const trace of treesByKind[kind]) {
      const distance = Math.abs(trace.bucket - bucket) * 1000 + Math.abs(trace.slot - slot);
      if (distance < least) {
        least = distance;
        best = trace;
      }
    }
    return best;
  }

  // {request, includes(cell)}: the selection of a range, of the rest, or of all.
  const of = (range, request) => ({
    range, request,
    includes: (cell) => heat.inside(cell, range, grid),
    has: (trace) => (request < 0 || trace.request === request)
      && heat.inside([trace.slot, trace.bucket], range, grid),
  });
  const isWarmUp = (slot) =>
    !state.now.warmUp && model.warmUp && heat.secondsAt(slot + .5, grid) < model.warmUp.end / 1e6;
  const except = (other) => ({
    range: null, request: other.request,
    includes: (cell) => !other.includes(cell) && !isWarmUp(cell[0]),
    has: (trace) => (other.request < 0 || trace.request === other.request)
      && !heat.inside([trace.slot, trace.bucket], other.range, grid) && !isWarmUp(trace.slot),
  });

  const current = () => of(state.now.ranges[0], state.now.request);

  const figures = (chosen) => heat.figures(cellsOf(chosen.request).filter(chosen.includes));

  // How much each trace stands for: Map trace → requests.
  function weigh(chosen, groups, nearest) {
    const weights = new Map();
    let requests = 0;
    let covered = 0;
    for (const kind of chosen.request < 0 ? kinds : [chosen.request]) {
      for (const cell of cellsOf(kind)) {
        if (!chosen.includes(cell)) continue;
        const [slot, bucket, n] = cell;
        requests += n;
        const near = () => [standIn(kind, slot, bucket)].filter(Boolean);
        const group = groups[kind].get(keyOf(slot, bucket)) ?? (nearest ? near() : []);
        if (!group.length) continue;
        covered += n;
        for (const trace of group) weights.set(trace, (weights.get(trace) ?? 0) + n / group.length);
      }
    }
    return {weights, requests, covered};
  }

  // Durations of the members of a row of a trace's tree, in nanoseconds.
  function durations(row) {
    const [, , n, , , total, , , , members] = row;
    if (n === 1) return [total];
    if (n > 200 || !members?.length) return Array(n).fill(total / n);
    return members.filter((_, i) => i % 2).map((micros) => micros * 1000);
  }

  // Time of a call within another of the same operation is counted there.
  function isWithin(tree, parent, op) {
    for (let at = parent; at >= 0; at = tree[at][1]) if (tree[at][0] === op) return true;
    return false;
  }

  function operationRows(weights) {
    const sums = new Map();
    for (const [trace, weight] of weights) {
      for (const row of trace.tree) {
        const [op, parent, calls, , , total, self, failed] = row;
        if (!sums.has(op)) sums.set(op, {op, calls: 0, failed: 0, total: 0, self: 0, max: 0, buckets: new Map()});
        const sum = sums.get(op);
        sum.calls += weight * calls;
        sum.failed += weight * failed;
        sum.self += weight * self;
        if (!isWithin(trace.tree, parent, op)) sum.total += weight * total;
        for (const nanos of durations(row)) {
          const bucket = heat.bucketOf(nanos);
          sum.max = Math.max(sum.max, nanos);
          sum.buckets.set(bucket, (sum.buckets.get(bucket) ?? 0) + weight);
        }
      }
    }
    return [...sums.values()].map(({buckets, ...sum}) => {
      const low = Math.min(...buckets.keys());
      const high = Math.max(...buckets.keys());
      const counts = Array.from({length: high - low + 1}, (_, i) => buckets.get(low + i) ?? 0);
      const at = (share) => Math.min(sum.max, heat.nanosOf(heat.quantile(buckets, share) + .5));
      return {...sum, mean: sum.total / sum.calls, p50: at(.5), p99: at(.99), histogram: [low, ...counts]};
    }).sort((a, b) => b.self - a.self);
  }

  function treeRows(weights) {
    const into = calltree.builder();
    for (const [trace, weight] of weights) {
      const place = [];
      trace.tree.forEach(([op, parent, calls, , , total, self, failed], i) => {
        place[i] = into.child(parent < 0 ? -1 : place[parent], op);
        into.add(place[i], weight, calls, total, self, failed, calls === 1 ? total : 0);
      });
    }
    return into.rows();
  }

  // Operations, call tree and edges of a selection; estimated tells of how many traces, null if exact.
  function estimate(chosen) {
    const {weights, requests, covered} = weigh(chosen, treesByCell, true);
    const rows = treeRows(weights);
    return {
      estimated: {traces: weights.size, share: requests ? covered / requests : 1},
      requests: covered,
      operations: operationRows(weights),
      tree: rows,
      edges: calltree.edges(rows).map((edge) => [...edge, null]),
    };
  }

  function exact(request, withWarmUp) {
    return {
      estimated: null,
      requests: recording.requestFigures(request, withWarmUp).n,
      operations: recording.operationsOf(request, withWarmUp),
      tree: recording.treeOf(request),
      edges: recording.edgesOf(request),
    };
  }

  let cached = {};
  function calls() {
    const {ranges, request, warmUp} = state.now;
    const key = JSON.stringify([ranges[0], request, warmUp]);
    if (cached.key !== key) cached = {key, value: ranges[0] ? estimate(current()) : exact(request, warmUp)};
    return cached.value;
  }

  // What the requests carry: Map name → share of the requests, for each of thread, producer and text.
  function carried(chosen, nameOf) {
    const {weights, covered} = weigh(chosen, tracesByCell, false);
    const shares = new Map();
    for (const [trace, weight] of weights) {
      const name = nameOf(trace);
      if (name !== null) shares.set(name, (shares.get(name) ?? 0) + weight / covered);
    }
    return shares;
  }

  const isShown = (trace) => {
    const {only} = state.now;
    return !only || (only === "failed" ? trace.failed || trace.failedInside : trace.incomplete);
  };

  return {of, except, current, figures, estimate, calls, carried, traces: () => {
    const chosen = current();
    return traces.filter((trace) => chosen.has(trace) && isShown(trace));
  }};
})();
