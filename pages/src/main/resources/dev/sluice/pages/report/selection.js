// Figures of what is selected. Of a whole kind of request they are exact. Of a range of the heat map they are
// estimated: each cell is as many requests as it counts, and its traces in the page stand for all of them.
const selection = (() => {
  const {model, grid, traces, cellsOf} = recording;
  const NEAREST = 2; // half octaves that a trace may stand away from the cell it stands for
  const kinds = model.requests.map((_, i) => i);

  // Traces of each kind in groups: those without holes, if a group has some.
  function grouped(list, keyOf) {
    return kinds.map((kind) => {
      const groups = Map.groupBy(list.filter((trace) => trace.request === kind), keyOf);
      for (const [key, group] of groups) {
        const sound = group.filter((trace) => !trace.incomplete);
        if (sound.length) groups.set(key, sound);
      }
      return groups;
    });
  }
  const cellOf = (trace) => heat.keyOf(trace.slot, trace.bucket);
  const withTree = traces.filter((trace) => trace.tree);
  const treesByCell = grouped(withTree, cellOf);
  const tracesByCell = grouped(traces, cellOf);
  const treesByLevel = grouped(withTree.filter((trace) => !trace.incomplete), (trace) => trace.bucket);

  // A trace of the kind with a duration like the cell's: of the nearest duration, then of the nearest time.
  function standIn(kind, slot, bucket) {
    let best = null;
    for (let step = 0; step <= NEAREST && !best; step++) {
      for (const level of new Set([bucket - step, bucket + step])) {
        for (const trace of treesByLevel[kind].get(level) ?? []) {
          if (!best || Math.abs(trace.slot - slot) < Math.abs(best.slot - slot)) best = trace;
        }
      }
    }
    return best;
  }

  // {request, includes(cell), has(trace)}: what is selected by a range, or all but that.
  const chosenBy = (includes, request) => ({request, includes,
    has: (trace) => (request < 0 || trace.request === request) && includes([trace.slot, trace.bucket])});
  // Whether what begins then is of the warm-up, and figures leave it out. A range has all that began in it.
  const isLeftOut = (micros) => !state.now.warmUp && micros < (model.warmUp?.end ?? 0);
  const of = (range, request) => chosenBy((cell) => heat.inside(cell, range, grid), request);
  const except = ({includes, request}) => chosenBy((cell) =>
    !includes(cell) && !isLeftOut(heat.secondsAt(cell[0] + .5, grid) * 1e6), request);
  const whole = (request) => ({request, isWhole: true, includes: () => true,
    has: (trace) => (request < 0 || trace.request === request) && !isLeftOut(trace.micros)});
  const current = () => {
    const {ranges: [range], request} = state.now;
    return range ? of(range, request) : whole(request);
  };
  // Exact without a range, else of the cells.
  const figures = (chosen) => (chosen.isWhole ? recording.requestFigures(chosen.request, state.now.warmUp)
    : heat.figures(cellsOf(chosen.request).filter(chosen.includes)));

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
        const group = groups[kind].get(heat.keyOf(slot, bucket))
          ?? [nearest && standIn(kind, slot, bucket)].filter(Boolean);
        if (!group.length) continue;
        covered += n;
        for (const trace of group) weights.set(trace, (weights.get(trace) ?? 0) + n / group.length);
      }
    }
    return {weights, requests, covered};
  }

  // Durations of the calls of a row of a trace's tree, in nanoseconds, each with how many took it.
  function durations([, , n, , , total, , , , members]) {
    if (n === 1 || n > 200 || !members?.length) return [[total / n, n]];
    return members.filter((_, i) => i % 2).map((micros) => [micros * 1000, 1]);
  }

  function operationRows(weights) {
    const sums = new Map();
    for (const [trace, weight] of weights) {
      for (const row of trace.tree) {
        const [op, , calls, , , total, self, failed] = row;
        if (!sums.has(op)) sums.set(op, {op, calls: 0, failed: 0, total: 0, self: 0, max: 0, buckets: new Map()});
        const sum = sums.get(op);
        sum.calls += weight * calls;
        sum.failed += weight * failed;
        sum.self += weight * self;
        if (!calltree.within(trace.tree, row, op)) sum.total += weight * total; // else it is counted there
        for (const [nanos, n] of durations(row)) {
          const bucket = heat.bucketOf(nanos);
          sum.max = Math.max(sum.max, nanos);
          sum.buckets.set(bucket, (sum.buckets.get(bucket) ?? 0) + weight * n);
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

  // A trace's calls as rows of a call tree.
  const callsOf = ({tree}) => tree.map(([op, parent, calls, , , total, self, failed]) =>
    [op, parent, calls, total, self, failed, calls === 1 ? total : 0]);

  // Operations, call tree and edges of a selection; estimated tells of how many traces, null if exact.
  function estimate(chosen) {
    const {weights, requests, covered} = weigh(chosen, treesByCell, true);
    const rows = calltree.joined([...weights].map(([trace, weight]) => [callsOf(trace), weight]));
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

  // How many of a list of traces are in the page, and of how many requests.
  const kept = (list, {failed, n}, only) => {
    const inside = only === "failed" ? list.filter((trace) => !trace.failed).length : 0;
    const [have, all] = [list.length - inside, only === "failed" ? failed : only ? list.length : n];
    return (have === all ? units.count(all) : `${units.count(have)} kept of ${units.count(all)}`)
      + (inside ? `, and ${units.count(inside)} with a failed call inside` : "");
  };

  return {isLeftOut, kept, of, except, current, figures, estimate, calls, carried, traces: () => {
    const chosen = current();
    return traces.filter((trace) => chosen.has(trace) && isShown(trace));
  }};
})();
