// Dependencies: how time flows from class to class, and every edge with when it was used.
const dependencies = (() => {
  const {html, svg, replace, note, bars} = elements;
  const {duration, count, percent, times} = units;
  const {labels} = recording;
  const CLASSES = 28;
  const NODE = 14;
  const GAP = 10;
  const LEAST = 3;
  const ROOM = 180; // pixels of a name
  // The name of an overloaded method is its signature, with modifiers and packages.
  function classOf(op) {
    if (op < 0) return "(requests)";
    const name = labels[op].replace(/\(.*$/, "").replace(/\.[^.]*$/, "");
    const isWhole = labels[op].includes("(") && labels[op] === recording.signature(op);
    return isWhole ? name.replace(/^.* /, "").slice(recording.packageOf(op).length).replace(/^\./, "") : name;
  }

  // Classes with their self time and the time that flows between them; calls within a class are not drawn.
  function flows(edges, rows) {
    const nodes = new Map();
    const links = new Map();
    const node = (name, op) => {
      if (!nodes.has(name)) nodes.set(name, {name, op, self: 0, into: 0, out: 0});
      return nodes.get(name);
    };
    for (const row of rows) node(classOf(row.op), row.op).self += row.self;
    for (const [caller, callee, calls, total] of edges) {
      const [from, to] = [classOf(caller), classOf(callee)];
      if (from === to) continue;
      node(from, caller).out += total;
      node(to, callee).into += total;
      const key = from + ">" + to;
      const link = links.get(key) ?? {from, to, total: 0, calls: 0};
      link.total += total;
      link.calls += calls;
      links.set(key, link);
    }
    const kept = [...nodes.values()].sort((a, b) => weight(b) - weight(a)).slice(0, CLASSES);
    const isKept = (name) => kept.includes(nodes.get(name));
    return {nodes: kept, left: nodes.size - kept.length,
      links: [...links.values()].filter((one) => isKept(one.from) && isKept(one.to)).sort((a, b) => b.total - a.total)};
  }
  const weight = (one) => Math.max(one.into, one.out, one.self);

  // A column for each node: one right of all its callers; links that would close a circle are left out of that.
  function columns(nodes, links) {
    const below = new Map(nodes.map((one) => [one.name, []]));
    const column = new Map(nodes.map((one) => [one.name, 0]));
    const reaches = (from, to, seen = new Set()) => {
      if (from === to) return true;
      if (seen.has(from)) return false;
      seen.add(from);
      return below.get(from).some((next) => reaches(next, to, seen));
    };
    for (const link of links) {
      link.isBack = reaches(link.to, link.from);
      if (!link.isBack) below.get(link.from).push(link.to);
    }
    const push = (name) => {
      for (const next of below.get(name)) {
        if (column.get(next) > column.get(name)) continue;
        column.set(next, column.get(name) + 1);
        push(next);
      }
    };
    nodes.forEach((one) => push(one.name));
    // What only its own callees call stands behind the requests, not beside them.
    for (const one of nodes) if (one.op >= 0 && one.into && !column.get(one.name)) column.set(one.name, 1);
    const out = [];
    for (const one of nodes) (out[column.get(one.name)] ??= []).push(one);
    return out.filter(Boolean);
  }

  // Nodes of a column stand in the order of their callers' places.
  function arrange(layers, links, width, height) {
    const fullest = Math.max(...layers.map((layer) => layer.length));
    const sum = Math.max(...layers.map((layer) => layer.reduce((all, one) => all + weight(one), 0)));
    const scale = (height - GAP * fullest) / (sum || 1);
    const room = layers.length > 1 ? (width - NODE - ROOM) / (layers.length - 1) : 0;
    const places = new Map();
    layers.forEach((layer, i) => {
      const middle = (one) => {
        const callers = links.filter((link) => link.to === one.name && places.has(link.from));
        const sum = (of) => callers.reduce((all, link) => all + link.total * of(places.get(link.from)), 0);
        return sum((from) => from.y + from.height / 2) / (sum(() => 1) || 1);
      };
      const order = layer.map((one) => [middle(one), one]).sort((a, b) => a[0] - b[0] || weight(b[1]) - weight(a[1]));
      let y = 0;
      for (const [, one] of order) {
        const tall = Math.max(LEAST, weight(one) * scale);
        places.set(one.name, {one, x: i * room, y, height: tall, left: 0, right: 0});
        y += tall + GAP + (tall < 10 ? 8 : 0);
      }
    });
    return {places, scale, height: Math.max(...[...places.values()].map((place) => place.y + place.height)) + 10};
  }

  function ribbon(link, places, scale) {
    const [from, to] = [places.get(link.from), places.get(link.to)];
    const thick = Math.max(1, link.total * scale);
    const [y0, y1] = [from.y + from.right + thick / 2, to.y + to.left + thick / 2];
    from.right += thick;
    to.left += thick;
    const [x0, x1] = [from.x + NODE, to.x];
    const bend = (x0 + x1) / 2;
    return svg("path", {class: "ribbon", d: `M${x0} ${y0}C${bend} ${y0} ${bend} ${y1} ${x1} ${y1}`,
      "stroke-width": thick.toFixed(1), style: {stroke: recording.fill(from.one.op)}},
      svg("title", null, `${link.from} → ${link.to}: ${duration(link.total)}, ${units.plural(link.calls, "call")}`));
  }

  function picture(edges, rows, width) {
    const {nodes, links, left} = flows(edges, rows);
    const layers = columns(nodes, links);
    if (layers.length < 2) return note("All calls are within one class.");
    const {places, scale, height} = arrange(layers, links, width, theme.isNarrow() ? 260 : 340);
    const drawn = links.filter((link) => !link.isBack);
    const label = ({one: {name}, x, y, height: tall}) =>
      svg("text", {x: x + NODE + 4, y: y + Math.min(tall / 2, 60) + 4, class: "halo-text"},
        name.length > 26 ? name.slice(0, 25) + "…" : name);
    const full = Math.max(width, layers.length * 110);
    return html("div", {class: "scroll-x", tabindex: 0, role: "group", "aria-label": "Dependencies as a picture"},
      svg("svg", {width: full, height: height + 8, viewBox: `0 -8 ${full} ${height + 8}`, role: "img",
        "aria-label": `Time between ${count(nodes.length)} classes; the table below lists all of them`},
        drawn.map((link) => ribbon(link, places, scale)),
        [...places.values()].map(({one, x, y, height: tall}) =>
          svg("rect", {class: "node", x, y, width: NODE, height: tall, style: {fill: recording.fill(one.op)}},
            svg("title", null, `${one.name}: self ${duration(one.self)}`))),
        [...places.values()].map(label)),
      left > 0 && note(`${count(left)} classes with less time are listed only in the table.`),
      links.length > drawn.length && note(units.plural(links.length - drawn.length, "dependency", "dependencies"),
        " back to a caller are only in the table."));
  }

  const tenths = (values) => values && bars(values, 80, 18, {gap: 1, role: "img", "aria-hidden": null,
    "aria-label": `calls by tenth of the recording, about: ${values.map(count).join(", ")}`});

  function table(edges, rows) {
    const callsOf = new Map(rows.map((row) => [row.op, row.calls]));
    const most = edges.reduce((max, edge) => Math.max(max, edge[3]), 1);
    const name = (op, side) => (op < 0 ? "(request)" : operations.link(op, side));
    const fits = (op) => op >= 0 && operations.matches(op);
    const shown = operations.words() ? edges.filter(([caller, callee]) => fits(caller) || fits(callee)) : edges;
    return tables.table([
      {key: "caller", head: "caller", name: true, cell: ([caller, callee]) => name(caller, "caller" + callee)},
      {key: "callee", head: "callee", cell: ([caller, callee]) => name(callee, "callee" + caller)},
      {key: "time", head: "time", number: true, cell: (edge) => tables.bar(edge[3] / most, duration(edge[3]))},
      {key: "calls", head: "calls", number: true, cell: (edge) => count(edge[2])},
      {key: "each", head: "by one call", number: true, optional: true, cell: ([caller, , calls]) =>
        callsOf.has(caller) ? "×" + times(calls / callsOf.get(caller)) : ""},
      {key: "mean", head: "mean", number: true, optional: true, cell: (edge) => duration(edge[3] / edge[2])},
      {key: "failed", head: "failed", number: true, cell: (edge) => edge[4] ? html("span", {class: "tag bad"},
        `${count(edge[4])} (${percent(edge[4] / edge[2])})`) : "0"},
      {key: "tenths", head: "by time", short: "", optional: true, cell: (edge) => tenths(edge[5])},
    ], shown, {caption: "Who calls whom", class: "cards compact", limit: 40, id: "edges"});
  }

  // Programs that call each other, of the whole recording, and how far their clocks differ.
  function services() {
    const {services: rows = [], servicesOf: each = 1, clocks = []} = recording.model;
    if (!rows.length) return null;
    const name = (program) => program ?? html("span", {class: "dim"}, "(not recorded)");
    const signed = (nanos) => (nanos < 0 ? "−" : "") + duration(Math.abs(nanos));
    const time = (key) => ({key, head: key, number: true, optional: key === "max",
      cell: (row) => (row[key] === null ? "" : duration(row[key]))});
    const differ = ({fromName, toName, least, most, calls, agreeing}) => [
      `${fromName} → ${toName}: `, least === null ? `the clock there is ahead by at most ${signed(most)}`
        : `their clocks differ by ${signed((least + most) / 2)} ± ${duration((most - least) / 2)}`,
      `, ${agreeing < calls ? `${count(agreeing)} of ` : ""}${units.plural(calls, "call")}`];
    return [
      tables.table([
        {key: "from", head: "program", name: true, cell: (row) => name(row.from)},
        {key: "to", head: "calls", cell: (row) => name(row.to)},
        {key: "kind", head: "by", cell: (row) => (row.message ? "message" : "call")},
        {key: "calls", head: "times", number: true, cell: (row) => count(row.calls)},
        {key: "failed", head: "failed", number: true, cell: (row) => row.failed ? html("span", {class: "tag bad"},
          `${count(row.failed)} (${percent(row.failed / row.calls)})`) : "0"},
        time("p50"), time("p99"), time("max"),
      ], rows, {caption: "Programs that call each other", class: "cards compact", limit: 40, id: "services"}),
      each > 1 && note(`Estimated from one of ${count(each)} calls.`),
      clocks.slice(0, 12).map((one) => note(differ(one))),
    ];
  }

  function draw(host) {
    const {edges, operations: rows} = selection.calls();
    if (!edges.length) return replace(host, services(), note("No call is in the selection."));
    const body = html("div");
    const fillBody = () => replace(body, table(edges, rows));
    replace(host,
      services(),
      html("p", {class: "dim"}, "Height is time: of a class with all its calls, and of each flow to another class."),
      picture(edges, rows, theme.widthOf(host)),
      html("div", {class: "line controls"}, operations.searchField("Filter dependencies", fillBody)),
      body);
    fillBody();
  }

  return {draw};
})();
