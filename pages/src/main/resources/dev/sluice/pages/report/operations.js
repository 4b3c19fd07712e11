// Operations: which code takes the time.
const operations = (() => {
  const {html, replace, breakable, swatch, note, bars} = elements;
  const {duration, count, percent, times} = units;
  const {labels, signature, packageOf, fill} = recording;

  // The most calls that one call of a caller makes of an operation: [calls, caller, share of the caller's time].
  function repeats(tree) {
    const most = new Map();
    for (const [op, parent, calls, total] of tree) {
      if (parent < 0 || !tree[parent][2]) continue; // a caller whose own records are lost
      const [caller, , callerCalls, callerTotal] = tree[parent];
      const each = calls / callerCalls;
      if (callerCalls && each >= 1.5 && each > (most.get(op)?.[0] ?? 0)) most.set(op, [each, caller, total / callerTotal]);
    }
    return most;
  }

  const spark = ([first, ...counts], low, high) => counts.length > 0 &&
    bars(Array.from({length: high - low + 1}, (_, i) => Math.sqrt(counts[low + i - first] ?? 0)), 92, 18);

  // Callers and callees of an operation.
  const both = (op) => ({tab: "flame", view: "sandwich", op, zoom: []});
  const show = (op) => state.set(both(op));
  const link = (op, key) => html("a", {class: "operation", title: signature(op), "data-f": `${key}-${op}`,
    href: state.link(both(op))}, breakable(labels[op]));

  function repeated(found) {
    if (!found) return "";
    const [each, caller, share] = found;
    const isMany = each >= 10 && share >= .1;
    return html("span", {class: isMany ? "tag warn" : "dim",
      title: `by one ${labels[caller]}, ${percent(share)} of its time`}, `×${times(each)}`);
  }

  function columns(rows, requests, tree) {
    const whole = rows.reduce((sum, row) => sum + row.self, 0) || 1;
    const most = (key) => rows.reduce((max, row) => Math.max(max, row[key]), 1);
    const [mostSelf, mostTotal] = [most("self"), most("total")];
    const found = repeats(tree);
    const low = rows.reduce((min, row) => Math.min(min, row.histogram[0] ?? 99), 99);
    const high = rows.reduce((max, row) => Math.max(max, (row.histogram[0] ?? 0) + row.histogram.length - 2), 0);
    const time = (key, head, options) => ({key, head: head ?? key, number: true, value: (row) => row[key] ?? -1,
      cell: (row) => duration(row[key]), ...options});
    return [
      {key: "name", head: "operation", name: true, text: true, value: (row) => labels[row.op],
        cell: ({op}) => [link(op, "operation"),
          joined.waitsFor(op) && html("span", {class: "tag waits", title: "this time is part of its self time"},
            `waits for ${joined.waitsFor(op)}`), html("span", {class: "package"}, swatch(fill(op)),
          [recording.operationProgram(op), packageOf(op)].filter(Boolean).join(" · "))]},
      time("self", "self time", {title: "without the operations that it called in its program; waiting for other programs is included",
        cell: (row) => tables.bar(row.self / mostSelf, duration(row.self), percent(row.self / whole))}),
      time("total", "total time", {title: "with the operations that it called",
        cell: (row) => tables.bar(row.total / mostTotal, duration(row.total))}),
      {key: "calls", head: "calls", number: true, value: (row) => row.calls, cell: (row) => count(row.calls)},
      {key: "each", head: "a request", number: true, title: "mean number of calls per request",
        value: (row) => row.calls / requests, cell: (row) => times(row.calls / requests)},
      {key: "row", head: "in a row", number: true, zero: (row) => !found.has(row.op),
        title: "calls per call of its most frequent caller; a high number indicates an N+1 problem",
        value: (row) => found.get(row.op)?.[0] ?? 0, cell: (row) => repeated(found.get(row.op))},
      time("mean", null, {optional: true}), time("p50"), time("p99"), time("max", "longest", {optional: true}),
      {key: "failed", head: "failed", number: true, zero: (row) => !row.failed, value: (row) => row.failed,
        cell: (row) => tables.failures(row.failed)},
      {key: "histogram", head: `${duration(heat.nanosOf(low))} – ${duration(heat.nanosOf(high + 1))}`, optional: true,
        short: "", title: "durations, on one logarithmic axis", cell: (row) => spark(row.histogram, low, high)},
    ];
  }

  // Whether an operation has the words that are searched for in its name or signature.
  const words = () => state.now.search.trim().toLowerCase();
  const matches = (op) => [labels[op], signature(op)].some((name) => name.toLowerCase().includes(words()));

  function draw(host) {
    const {operations: all, requests, tree} = selection.calls();
    const body = html("div");
    function fillBody() {
      const rows = all.filter((row) => matches(row.op));
      replace(body,
        all.length > 0 && tables.table(columns(all, requests, tree), rows, {
          id: "operations", caption: "Operations", class: "cards", sort: state.now.sort,
          limit: theme.isPrinting() ? 30 : undefined,
          onsort: (sort) => state.set({sort}, {replace: true}),
          row: (row) => ({class: row.op === state.now.op ? "chosen" : null}),
        }),
        !rows.length && note(all.length ? "No operation name or signature contains this text."
          : "No call is in the selection."));
    }
    fillBody();
    replace(host, html("div", {class: "line controls"}, searchField("Filter operations", fillBody)), body);
  }

  // A field that filters while the reader types; its words are part of the address.
  const searchField = (name, onchange) => elements.searchField(name, state.now.search, (search) => {
    state.set({search}, {quiet: true, replace: true});
    onchange();
  });

  return {draw, show, link, words, matches, searchField};
})();
