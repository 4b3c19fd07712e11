// Differences: what is different within the selection (A), against the rest or a second range (B).
const differences = (() => {
  const {html, replace, note} = elements;
  const {duration, percent, signed, plural, times} = units;
  const {labels, requestName, model} = recording;
  const [ROWS, OFTEN] = [12, .2]; // of a table; calls a request

  // Both sides: the selection, and the second range or everything else.
  function sides() {
    const {ranges, request} = state.now;
    const first = selection.current();
    const second = ranges[1] ? selection.of(ranges[1], request) : selection.except(first);
    const of = (chosen) => ({chosen, ...selection.figures(chosen), calls: selection.estimate(chosen)});
    return [of(first), of(second)];
  }

  // All names that one of two maps has, with what both have for it.
  const joined = (a, b, none) => [...new Set([...a.keys(), ...b.keys()])].map((name) =>
    [name, a.get(name) ?? none, b.get(name) ?? none]);

  // Means a request of each operation on either side, those whose self time differs most first.
  function operationRows(both) {
    const [a, b] = both.map(({calls}) => new Map(calls.operations.map((one) =>
      [one.op, [one.self, one.calls].map((sum) => sum / Math.max(1, calls.requests))])));
    return joined(a, b, [0, 0]).map(([op, [selfA, callsA], [selfB, callsB]]) =>
      ({op, self: [selfA, selfB], calls: [callsA, callsB], change: selfA - selfB}))
      .sort((x, y) => Math.abs(y.change) - Math.abs(x.change));
  }

  // What the requests are and carry: shares on either side, those that A has more of first.
  const moreFirst = (x, y) => (x.change > 0) === (y.change > 0) ? Math.abs(y.change) - Math.abs(x.change)
    : y.change - x.change;
  function carriedRows([a, b]) {
    const ofKinds = ({chosen, n}) => new Map([...model.requests.keys()]
      .filter((kind) => chosen.request < 0 || kind === chosen.request)
      .map((kind) => [requestName(kind), heat.figures(recording.cellsOf(kind).filter(chosen.includes)).n / n]));
    const attributes = {
      request: ofKinds,
      thread: ({chosen}) => selection.carried(chosen, recording.threadName),
      producer: ({chosen}) => selection.carried(chosen, recording.producerName),
      text: ({chosen}) => selection.carried(chosen, recording.textName),
      failed: ({n, failed}) => new Map([["failed requests", failed / n]]),
    };
    return Object.entries(attributes).flatMap(([attribute, sharesOf]) =>
      joined(sharesOf(a), sharesOf(b), 0).map(([value, inA, inB]) =>
        ({attribute, value, shares: [inA, inB], change: inA - inB})))
      .filter((row) => Math.abs(row.change) >= .005).sort(moreFirst);
  }

  const meanOf = ({calls: {tree, requests}}) =>
    tree.reduce((sum, row) => sum + (row[1] < 0 ? row[3] : 0), 0) / Math.max(1, requests);

  // The finding that led here: what it says was computed of the requests themselves.
  function told() {
    const rangesOf = (one) => JSON.stringify(one.ranges.map(address.ofRange));
    return model.findings.find((one) => one.link.n && one.link.req === state.now.request
      && rangesOf(state.ofFinding(one)) === rangesOf(state.now));
  }

  function sentence([a, b], rows, finding) {
    const [inside, outside] = [meanOf(a), meanOf(b)];
    const top = rows[0];
    const name = state.now.ranges[1] ? "of B" : "of all others";
    const alone = (side) => overview.listed(rows.filter(({op, calls}) => calls[side] >= OFTEN && !calls[1 - side]
      && !model.requests.some((request) => request.op === op)).map(({op}) => labels[op]));
    const part = top && Math.abs(inside - outside) > 0 ? top.change / (inside - outside) : 0;
    return html("p", {class: "lead"},
      finding ? finding.text : ["A request of A takes ", html("b", null, duration(inside)), " in the mean, one ", name,
        " ", html("b", null, duration(outside)), "."],
      !finding && part > .2 && [" ", html("b", null, part < .995 ? percent(part) : "All"), " of the difference is time in ",
        html("b", null, labels[top.op]), " itself",
        top.calls[0] > 1.5 * top.calls[1] && top.calls[0] > 1.5
          ? `, called ${times(top.calls[0])} times instead of ${times(top.calls[1])}` : "", "."],
      alone(1) && [" It does not call ", html("b", null, alone(1)), "."],
      alone(0) && [` Unlike one ${name}, it calls `, html("b", null, alone(0)), "."]);
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
    return tables.table([
      {key: "operation", head: "operation", name: true, cell: ({op}) => operations.link(op, "differs")},
      {key: "self", head: "self time a request", number: true, cell: (row) => twin(row.self, most, duration)},
      {key: "b", head: "in B", number: true, optional: true, cell: (row) => duration(row.self[1])},
      {key: "change", head: "difference", number: true, cell: (row) =>
        changeTag(row.change, signed(row.change, duration))},
      {key: "calls", head: "calls a request", number: true, optional: true, cell: (row) =>
        `${times(row.calls[0])} | ${times(row.calls[1])}`},
    ], rows.filter((row) => Math.abs(row.change) > most / 1000),
      {caption: "Operations that differ", class: "compact", limit: ROWS, id: "differs"});
  }

  function carriedTable(rows) {
    return tables.table([
      {key: "attribute", head: "what", cell: (row) => html("span", {class: "dim"}, row.attribute)},
      {key: "value", head: "value", name: true, cell: (row) =>
        html("span", {class: "cut", title: row.value}, row.value)},
      {key: "share", head: "of A", number: true, cell: (row) => twin(row.shares, 1, percent)},
      {key: "b", head: "of B", number: true, optional: true, cell: (row) => percent(row.shares[1])},
      {key: "change", head: "points", number: true, cell: (row) =>
        changeTag(row.change, signed(row.change, (value) =>
          (100 * value).toFixed(Math.abs(value) < .1 ? 1 : 0).replace("-", "−")))},
    ], rows, {caption: "What requests carry", class: "compact", limit: ROWS, id: "carried"});
  }

  // What A has more or less of than B, by path.
  const flameGraph = ([a, b], width) => [
    html("h3", null, "By path"),
    pairs.graph(calltree.pairs([b.calls.tree, b.calls.requests], [a.calls.tree, a.calls.requests]), {
      names: ["in B", "in A"], alone: ["only in B", "only in A"], id: "pairs", width, labelOf: (op) => labels[op],
      onkey: (key, node) => key === "c" && (operations.show(node.operation) ?? true)}),
  ];

  function draw(host) {
    if (!state.now.ranges[0]) {
      return replace(host, html("p", null,
        "Drag a range on the heat map: this panel then shows how it differs from everything else. "
        + "A second range (Shift and drag, or “Compare with…”) is compared with the first."));
    }
    const both = sides();
    if (!both[0].n || !both[1].n) return replace(host, note("One of the two ranges contains no request."));
    const rows = operationRows(both);
    const carried = carriedRows(both);
    const finding = told();
    const about = (name, side, i) =>
      `${name}: ${plural(finding?.link.n[i] ?? side.n, "request")}, p50 `
      + `${finding ? duration(finding.link.p50[i]) : `≈ ${duration(side.p50)}`}, p99 ≈ ${duration(side.p99)}, `
      + `${percent(side.failed / side.n)} failed; estimated from ${plural(side.calls.estimated.traces, "trace")}`;
    replace(host,
      sentence(both, rows, finding),
      html("p", {class: "dim"}, about("A, the selection", both[0], 0)),
      html("p", {class: "dim"}, about(state.now.ranges[1] ? "B, the second range" : "B, all others", both[1], 1)),
      html("div", {class: "two"},
        html("div", null, html("h3", null, "Operations"), operationTable(rows)),
        html("div", null, html("h3", null, "Requests and their attributes"),
          carried.length ? carriedTable(carried) : note("Their attributes do not differ."))),
      flameGraph(both, theme.widthOf(host)));
  }

  return {draw};
})();
