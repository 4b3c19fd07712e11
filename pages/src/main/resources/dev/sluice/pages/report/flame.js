// Flame: by which path the time passes; as paths from the request down, or from one operation up and down.
const flame = (() => {
  const {html, replace, breakable, swatch, note, facts, asTable} = elements;
  const {duration, count, percent, times} = units;
  const {labels, signature, packageOf, shortPackage} = recording;
  // Light fills that carry dark text: little to much self time.
  const SELF = ["#e8e6df", "#f7dda6", "#f2b56b", "#e78b5a", "#dd6a5c"];
  const HINT = [
    "Width is time. Click or ", elements.key("Enter"), " zooms, ", elements.key("+"), " ", elements.key("−"), " ",
    elements.key("0"), " too; arrows move; ", elements.key("c"), " shows callers and callees; ", elements.key("r"),
    " folds recursion.",
  ];

  function tagOf(row, parent) {
    const each = parent ? row[2] / parent[2] : 1;
    const failed = row[5] >= .01 * row[2] ? `✖ ${percent(row[5] / row[2])}` : "";
    return [each >= 1.95 ? "×" + times(each) : "", row[5] ? failed : ""].filter(Boolean).join(" ");
  }

  function nodesOf(rows, colour) {
    const most = rows.reduce((max, row) => Math.max(max, row[4]), 1);
    const shade = (row) => SELF[Math.min(4, Math.floor(4.99 * Math.sqrt(row[4] / most)))];
    return rows.map((row) => ({
      row, operation: row[0], parent: row[1], width: row[3], label: labels[row[0]], tag: tagOf(row, rows[row[1]]),
      each: row[1] < 0 ? null : row[2] / rows[row[1]][2],
      fill: colour === "self" ? shade(row) : recording.fill(row[0]),
    }));
  }

  function figuresText({row, each}, whole) {
    const [, , calls, total, self, failed, longest] = row;
    return [
      units.plural(calls, "call") + (each === null ? "" : `, ×${times(each)} by each call of its caller`),
      `total ${duration(total)} (${percent(total / whole)})`, `self ${duration(self)} (${percent(self / whole)})`,
      `mean ${duration(total / calls)}`, longest && `longest ${duration(longest)}`, failed && `${count(failed)} failed`,
    ].filter(Boolean).join(" · ");
  }

  function onkey(key, node) {
    if (key === "c") operations.show(node.operation);
    else if (key === "r") state.set({recursion: !state.now.recursion, zoom: []});
    else return false;
    return true;
  }

  function graph(rows, options) {
    const nodes = nodesOf(rows, state.now.colour);
    const whole = nodes.reduce((sum, node) => sum + (node.parent < 0 ? node.width : 0), 0);
    return icicle.graph({
      nodes, onkey,
      zoom: options.onzoom ? icicle.find(nodes, state.now.zoom) : -1,
      hint: options.hint ?? HINT,
      text: (node) => `${node.label}, ${figuresText(node, whole)}`,
      tip: (node) => [html("b", null, node.label), " ", html("span", {class: "dim"}, packageOf(node.operation)),
        html("br"), figuresText(node, whole)],
      ...options,
      onzoom: options.onzoom && ((i) => options.onzoom(icicle.pathTo(nodes, i))),
    });
  }

  function legend(rows, onchoose) {
    if (state.now.colour === "self") {
      return html("div", {class: "keys"}, html("span", null, "self time: little ", SELF.map(swatch), " much"));
    }
    const sums = new Map();
    let whole = 0;
    for (const row of rows) {
      sums.set(packageOf(row[0]), (sums.get(packageOf(row[0])) ?? 0) + row[4]);
      whole += row[4];
    }
    const order = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 9);
    return html("div", {class: "keys"}, order.map(([name, self]) =>
      html("button", {type: "button", title: `Mark ${name}`, "data-f": "package-" + name,
        onclick: () => onchoose(name + ".")},
      swatch(recording.fills.get(name)), `${shortPackage(name)} ${percent(self / whole)}`)));
  }

  function pathTable(rows) {
    const whole = rows.reduce((sum, row) => sum + (row[1] < 0 ? row[3] : 0), 0) || 1;
    return icicle.table(rows, (op) => labels[op], [["calls", (row) => count(row[2])],
      ["total", (row) => duration(row[3])], ["share", (row) => percent(row[3] / whole)],
      ["self", (row) => duration(row[4])]]);
  }

  function paths(host, body, rows, toolbar) {
    const found = html("span", {class: "dim", "aria-live": "polite"});
    const picture = graph(rows, {id: "paths", width: theme.widthOf(host),
      label: "Flame graph: width is time; the calls made by a call are below it",
      onzoom: (zoom) => state.set({zoom}, {quiet: true})});
    function search() {
      const share = picture.search(operations.words() ? (node) => operations.matches(node.operation) : null);
      found.textContent = share === null ? "" : `${percent(share)} of the time is in matching calls`;
    }
    const field = operations.searchField("Search operations", search);
    const choose = (words) => {
      field.value = state.now.search === words ? "" : words;
      field.dispatchEvent(new Event("input"));
    };
    if (state.now.search) search();
    replace(body,
      toolbar(field, found, html("button", {type: "button", onclick: () => picture.reset()}, "Zoom out")),
      legend(rows, choose), picture.node,
      recording.model.cut > 0 && !selection.calls().estimated &&
        note(`Not shown: ${units.plural(recording.model.cut, "path")} with very little time.`),
      asTable("Flame graph", () => pathTable(rows)));
  }

  // Both sides of an operation as tables, from the edges.
  function side(edges, mine, other, row, title, empty) {
    const list = edges.filter((edge) => edge[mine] === row.op);
    const most = list.reduce((max, edge) => Math.max(max, edge[3]), 1);
    const callsOf = new Map(selection.calls().operations.map((one) => [one.op, one.calls]));
    const each = (edge) => edge[2] / (callsOf.get(edge[0]) || Infinity);
    if (!list.length) return html("div", null, html("h3", null, title), note(empty));
    return html("div", null, html("h3", null, title), tables.table([
      {key: "operation", head: "operation", name: true,
        cell: (edge) => edge[other] < 0 ? "(a request begins here)" : operations.link(edge[other], title)},
      {key: "time", head: "time", number: true, cell: (edge) =>
        tables.bar(edge[3] / most, duration(edge[3]), percent(edge[3] / row.total))},
      {key: "calls", head: "calls", number: true, cell: (edge) => count(edge[2])},
      {key: "each", head: "by one call", number: true, cell: (edge) => edge[0] < 0 ? ""
        : html("span", {class: each(edge) >= 10 ? "tag warn" : null}, "×" + times(each(edge)))},
      {key: "failed", head: "failed", number: true, optional: true, cell: (edge) => tables.failures(edge[4])},
    ], list, {class: "compact", caption: title, id: title}));
  }

  const tracesWith = (op) =>
    selection.traces().filter((trace) => trace.tree?.some((row) => row[0] === op)).slice(0, 6);

  function chooser(rows, op) {
    const choose = (event) => {
      const chosen = recording.operationNamed.get(event.target.value);
      if (chosen !== undefined) operations.show(chosen);
    };
    return [html("input", {type: "search", class: "search", list: "operations-list", "aria-label": "Operation",
      value: labels[op], "data-f": "chooser", onchange: choose, onfocus: (event) => event.target.select()}),
    html("datalist", {id: "operations-list"}, rows.map((row) => html("option", {value: labels[row.op]})))];
  }

  function sandwich(host, body, rows, toolbar) {
    const {operations: all, edges} = selection.calls();
    const row = all.find((one) => one.op === state.now.op) ?? all[0];
    if (!row) return replace(body, toolbar(), note("No call is in the selection."));
    const width = theme.widthOf(host);
    const tipHost = html("div", {class: "tip"});
    const hint = `Above ${labels[row.op]}: its callers; below: its callees. Width is time.`;
    const picture = (id, tree, up, label) => graph(tree, {id, up, width, label, hint, tipHost}).node;
    const whole = all.reduce((sum, one) => sum + one.self, 0) || 1;
    const traces = tracesWith(row.op);
    replace(body, toolbar(chooser(all, row.op)),
      html("h3", {class: "name"}, breakable(labels[row.op])), html("code", null, signature(row.op)),
      facts([["calls", count(row.calls)], ["self", `${duration(row.self)} (${percent(row.self / whole)})`],
        ["total", duration(row.total)], ["mean", duration(row.mean)], ["p50", duration(row.p50)],
        ["p99", duration(row.p99)], ["longest", duration(row.max)], ["failed", count(row.failed)]]),
      tipHost,
      picture("up", calltree.callers(rows, row.op), true, `Callers of ${labels[row.op]}`),
      html("div", {class: "below"}, picture("down", calltree.callees(rows, row.op), false,
        `Calls below ${labels[row.op]}`)),
      html("div", {class: "two"}, side(edges, 1, 0, row, "Called by", "Nobody calls it."),
        side(edges, 0, 1, row, "Calls", "It calls no recorded operation: all its time is self time.")),
      traces.length > 0 && html("p", {class: "in-traces"}, "In traces: ", traces.map((trace, i) => [i ? " · " : "",
        html("a", {href: state.link({tab: "traces", trace: trace.id})},
          `${duration(trace.nanos)} ${recording.requestName(trace.request)}`)])));
  }

  const choice = (key, options) =>
    html("select", {"aria-label": key, "data-f": "choice-" + key,
      onchange: (event) => state.set({[key]: event.target.value}, {replace: true})},
    options.map(([value, text]) => html("option", {value, selected: state.now[key] === value}, text)));

  function draw(host) {
    const body = html("div");
    const toolbar = (...more) => html("div", {class: "line controls"},
      state.segments("view", [["paths", "Paths"], ["sandwich", "Callers and callees"]], {zoom: []}), more,
      choice("colour", [["package", "colour by package"], ["self", "colour by self time"]]),
      html("label", null, html("input", {type: "checkbox", checked: state.now.recursion, "data-f": "recursion",
        onchange: (event) => state.set({recursion: event.target.checked, zoom: []}, {replace: true})}),
      " fold recursion"));
    replace(host, body);
    const {tree} = selection.calls();
    const rows = state.now.recursion ? calltree.withoutRecursion(tree) : tree;
    if (!rows.length) replace(body, toolbar(), note("No call is in the selection."));
    else if (state.now.view === "sandwich") sandwich(host, body, rows, toolbar);
    else paths(host, body, rows, toolbar);
  }

  return {draw};
})();
