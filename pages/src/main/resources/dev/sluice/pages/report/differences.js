// Differences: what is different within the selection (A), against the rest or a second range (B).
const differences = (() => {
  const {html, replace, breakable, note} = elements;
  const {duration, percent, signed, plural, times} = units;
  const {labels, requestName, model} = recording;
  const ROWS = 12;

  // Both sides: the selection, and the second range or everything else.
  function sides() {
    const {ranges, request} = state.now;
    const first = selection.current();
    const second = ranges[1] ? selection.of(ranges[1], request) : selection.except(first);
    const of = (chosen) => ({chosen, ...selection.figures(chosen), calls: selection.estimate(chosen)});
    return [of(first), of(second)];
  }

  // Means a request of each operation on either side, those whose self time differs most first.
  function operationRows([a, b]) {
    const rows = new Map();
    [a, b].forEach(({calls}, side) => {
      for (const one of calls.operations) {
        if (!rows.has(one.op)) rows.set(one.op, {op: one.op, self: [0, 0], calls: [0, 0]});
        rows.get(one.op).self[side] = one.self / Math.max(1, calls.requests);
        rows.get(one.op).calls[side] = one.calls / Math.max(1, calls.requests);
      }
    });
    const change = (row) => row.self[0] - row.self[1];
    return [...rows.values()].map((row) => ({...row, change: change(row)}))
      .sort((x, y) => Math.abs(y.change) - Math.abs(x.change));
  }

  // What the requests are and carry: shares on either side, those that A has more of first.
  const moreFirst = (x, y) => (x.change > 0) === (y.change > 0) ? Math.abs(y.change) - Math.abs(x.change)
    : y.change - x.change;
  function carriedRows([a, b]) {
    const kindShares = ({chosen, n}) => {
      const shares = new Map();
      model.requests.forEach((_, kind) => {
        if (chosen.request >= 0 && kind !== chosen.request) return;
        const here = recording.cellsOf(kind).filter(chosen.includes).reduce((sum, cell) => sum + cell[2], 0);
        if (here) shares.set(requestName(kind), here / n);
      });
      return shares;
    };
    const attributes = [
      ["request", ({chosen}, side) => kindShares([a, b][side])],
      ["thread", ({chosen}) => selection.carried(chosen, recording.threadName)],
      ["producer", ({chosen}) => selection.carried(chosen, recording.producerName)],
      ["text", ({chosen}) => selection.carried(chosen, recording.textName)],
      ["failed", ({n, failed}) => new Map(n ? [["failed requests", failed / n]] : [])],
    ];
    return attributes.flatMap(([attribute, sharesOf]) => {
      const [inside, outside] = [sharesOf(a, 0), sharesOf(b, 1)];
      return [...new Set([...inside.keys(), ...outside.keys()])].map((value) => {
        const shares = [inside.get(value) ?? 0, outside.get(value) ?? 0];
        return {attribute, value, shares, change: shares[0] - shares[1]};
      });
    }).filter((row) => Math.abs(row.change) >= .005).sort(moreFirst);
  }

  const meanOf = ({calls}) => calls.tree.reduce((sum, row) => sum + (row[1] < 0 ? row[3] : 0), 0) / Math.max(1,
    calls.requests);

  function sentence([a, b], rows) {
    const [inside, outside] = [meanOf(a), meanOf(b)];
    const top = rows[0];
    const name = state.now.ranges[1] ? "of B" : "of all others";
    const part = top && Math.abs(inside - outside) > 0 ? top.change / (inside - outside) : 0;
    return html(
      "p",
      {class: "lead"},
      "A request of A takes ", html("b", null, duration(inside)), " in the mean, one ", name, " ",
        html("b", null, duration(outside)), ".",
      part > .2 && [" ", html("b", null, part < .995 ? percent(part) : "All"), " of the difference is time in ",
        html("b", null, labels[top.op]), " itself",
        top.calls[0] > 1.5 * top.calls[1] && top.calls[0] > 1.5
          ? `, called ${times(top.calls[0])} times instead of ${times(top.calls[1])}` : "", "."],
    );
  }

  // The figure of A on a bar, that of B as a mark on the same scale.
  const twin = ([a, b], most, show) =>
    html("span", {class: "cellbar twin"},
      html("i", {style: {width: `${(100 * a / most).toFixed(1)}%`}}),
      html("em", {style: {left: `${Math.min(99, 100 * b / most).toFixed(1)}%`}}),
      html("span", null, show(a)));

  const changeTag = (value, text) =>
    html("span", {class: "tag " + (value > 0 ? "more" : "less")}, value > 0 ? "▲ " : "▼ ", text);

  function operationTable(rows) {
    const most = rows.reduce((max, row) => Math.max(max, ...row.self), 1);
    return tables.table(
      [
        {key: "operation", head: "operation", name: true, cell: (row) =>
          html("a", {class: "operation", href: state.link({tab: "flame", view: "sandwich", op: row.op}),
            "data-f": "differs-" + row.op,
            title: recording.signature(row.op)}, breakable(labels[row.op]))},
        {key: "self", head: "self time a request", number: true, cell: (row) => twin(row.self, most, duration)},
        {key: "b", head: "in B", number: true, cell: (row) => duration(row.self[1])},
        {key: "change", head: "difference", number: true, cell: (row) =>
          changeTag(row.change, signed(row.change, duration))},
        {key: "calls", head: "calls a request", number: true, optional: true, cell: (row) =>
          `${times(row.calls[0])} | ${times(row.calls[1])}`},
      ],
      rows.filter((row) => Math.abs(row.change) > most / 1000),
      {caption: "Operations that differ", class: "compact", limit: ROWS, id: "differs"},
    );
  }

  function carriedTable(rows) {
    return tables.table(
      [
        {key: "attribute", head: "what", cell: (row) => html("span", {class: "dim"}, row.attribute)},
        {key: "value", head: "value", name: true, cell: (row) =>
          html("span", {class: "cut", title: row.value}, row.value)},
        {key: "share", head: "of A", number: true, cell: (row) => twin(row.shares, 1, percent)},
        {key: "b", head: "of B", number: true, cell: (row) => percent(row.shares[1])},
        {key: "change", head: "points", number: true, cell: (row) =>
          changeTag(row.change, signed(row.change, (value) =>
            (100 * value).toFixed(Math.abs(value) < .1 ? 1 : 0).replace("-", "−")))},
      ],
      rows,
      {caption: "What requests carry", class: "compact", limit: ROWS, id: "carried"},
    );
  }

  // What A has more or less of than B, by path.
  const flameGraph = ([a, b], width) => [
    html("h3", null, "By path"),
    pairs.graph(calltree.pairs([b.calls.tree, b.calls.requests], [a.calls.tree, a.calls.requests]), {
      names: ["in B", "in A"], id: "pairs", width, labelOf: (op) => labels[op],
      onkey: (key, node) => {
        if (key === "c") state.set({tab: "flame", view: "sandwich", op: node.operation, zoom: []});
        return key === "c";
      },
    }),
  ];

  function draw(host) {
    if (!state.now.ranges[0]) {
      return replace(host, html("p", null,
        "Drag a range on the heat map: what differs inside of it, against everything else, is told here. "
        + "A second range (Shift and drag, or “Compare with…”) is compared with the first."));
    }
    const both = sides();
    if (!both[0].n || !both[1].n) return replace(host, note("One of both ranges has no request."));
    const rows = operationRows(both);
    const carried = carriedRows(both);
    const about = (name, side) =>
      `${name}: ${plural(side.n, "request")}, p50 ≈ ${duration(side.p50)}, p99 ≈ ${duration(side.p99)}, `
      + `${percent(side.failed / side.n)} failed; estimated from ${plural(side.calls.estimated.traces, "trace")}`;
    replace(
      host,
      sentence(both, rows),
      html("p", {class: "dim"}, about("A, the selection", both[0])),
      html("p", {class: "dim"}, about(state.now.ranges[1] ? "B, the second range" : "B, all others", both[1])),
      html("div", {class: "two"},
        html("div", null, html("h3", null, "Operations"), operationTable(rows)),
        html("div", null, html("h3", null, "Requests and what they carry"),
          carried.length ? carriedTable(carried) : note("Nothing that they carry differs."))),
      flameGraph(both, theme.widthOf(host)),
    );
  }

  return {draw};
})();
