// The page of a comparison: verdicts, kinds of requests, and where one of them changed.
(() => {
  const {html, svg, replace, breakable, keepFocus, note, asTable} = elements;
  const {duration, count, percent, signed, times, plural, clock} = units;
  const {model, nameOf, changeOf, relative, range, isClear, tag} = comparison;
  const {kinds, operations: outside} = model;
  const STEP = " > ";
  const WIDTH = 116;
  const app = document.getElementById("app");
  const [all, one] = ["Requests", "One kind of request"].map((label) => html("section", {"aria-label": label}));
  const lastSlot = (side) => Math.max(0, ...kinds.map((kind) => kind.heat[side].at(-4) ?? 0));
  const lengths = [lastSlot(0) + 1, lastSlot(1) + 1];
  const now = {};

  function load() {
    const {req, sort, zoom} = address.read();
    Object.assign(now, {kind: kinds.find((kind) => nameOf(kind.kind) === req) ?? kinds[0], sort: sort ?? "-change",
      zoom: zoom ? zoom.split(STEP) : []});
  }
  const hash = ({kind, sort, zoom}) => ({req: nameOf(kind.kind), sort: sort === "-change" ? null : sort,
    zoom: zoom.join(STEP)});
  function set(patch, isQuiet) {
    Object.assign(now, patch);
    address.write(hash(now), "kind" in patch);
    if (!isQuiet) keepFocus(draw);
  }
  const linkTo = (kind, key) => html("a", {href: address.text(hash({...now, kind, zoom: []})),
    "data-f": key + kind.kind, "aria-current": kind === now.kind ? "true" : null}, breakable(nameOf(kind.kind)));
  const nameCell = ({operation}) => [html("span", {title: operation}, breakable(nameOf(operation))),
    html("span", {class: "package"}, comparison.packageOf(operation))];

  // A change with its interval; zero is dotted.
  function whisker([value, low, high], [least, most], isSure) {
    const part = (at) => (Math.max(least, Math.min(most, at)) - least) / (most - least || 1);
    const x = (at) => (4 + part(at) * (WIDTH - 8)).toFixed(1);
    const [from, to] = [x(Math.min(0, value)), x(Math.max(0, value))];
    return svg("svg", {class: "change", width: WIDTH, height: 22, "aria-hidden": "true"},
      svg("rect", {class: (value < 0 ? "less" : "more") + (isSure ? "" : " unclear"), x: from, y: 5, height: 12,
        width: Math.max(1, to - from)}),
      low !== null && svg("path", {class: "interval", d: `M${x(low)} 11H${x(high)}M${x(low)} 7v8M${x(high)} 7v8`}),
      svg("path", {class: "zero", d: `M${x(0)} 1V21`}));
  }

  // p50 above p99, before and after on a logarithmic axis; in colour if they differ for certain.
  function dots({p50, p99}, [least, most]) {
    const x = (nanos) => 8 + Math.log(Math.max(1, nanos) / least) / (Math.log(most / least) || 1) * (WIDTH - 16);
    return svg("svg", {class: "change", width: WIDTH, height: 28, "aria-hidden": "true"},
      [p50, p99].map(({before, after, low, high}, i) => {
      const [a, b, y] = [x(before ?? after), x(after ?? before), 7 + 14 * i];
      return svg("g", {class: "dots " + (low > 0 ? "more" : high < 0 ? "less" : "")},
        svg("path", {d: `M${a} ${y}H${b}`}),
        before !== null && svg("circle", {class: "before", cx: a, cy: y, r: 4}),
        after !== null && svg("circle", {cx: b, cy: y, r: 4.5}));
    }));
  }

  function two(values, show) {
    const [a, b] = values.map((value) => (value === null ? "–" : show(value)));
    return a === b ? b : [html("span", {class: "dim"}, a), " → ", b];
  }

  // Kinds of requests, operations within one, or those without a request; tested is the figure that is judged.
  function table(rows, caption, tested, cell, isWithin, options) {
    const bounds = ({figures: {[tested]: {before, after, low, high}}}) => {
      const unit = isWithin ? 1 : before || Infinity;
      const ends = [low, high].map((end) => (end === null ? null : end * before / unit));
      return [changeOf({before, after}) / unit, ...ends];
    };
    const ends = rows.flatMap(bounds);
    const scale = [Math.min(0, ...ends), Math.min(isWithin ? Infinity : 1.5, Math.max(0, ...ends))];
    const quantiles = rows.flatMap(({figures: {p50, p99}}) => [p50.before, p50.after, p99.before, p99.after])
      .filter((nanos) => nanos > 0);
    const axis = [Math.min(...quantiles, 1e18), Math.max(...quantiles, 1)];
    const figure = (key, head, show) => ({key, head, number: true, value: (row) => row.figures[key].after ?? -1,
      cell: ({figures: {[key]: of}}) => two([of.before, of.after], show)});
    const number = (side) => side?.requests ?? side?.calls ?? 0;
    return tables.table([
      {key: "name", head: caption, name: true, text: true, value: (row) => nameOf(row.operation), cell},
      {key: "change", head: "change", number: true, title: "of the time a request or call",
        value: (row) => Math.abs(changeOf(row.figures[tested])),
        cell: (row) => [html("b", null, signed(changeOf(row.figures[tested]), duration)),
          !isWithin && [" ", tag(row, relative(row.figures[tested]) || row.result)]]},
      {key: "interval", head: "95 % interval", short: "",
        cell: (row) => [whisker(bounds(row), scale, !row.result.includes("_")),
          html("span", {class: "sr"}, range(row.figures[tested]))]},
      isWithin && {key: "what", head: "what", cell: (row) => tag(row)},
      isWithin ? figure("calls", "calls a request", times)
        : {key: "number", head: "number", number: true, cell: (row) => two([row.before, row.after].map(number), count)},
      isWithin && figure("total", "total a request", duration),
      figure("mean", isWithin ? "mean of a call" : "mean", duration),
      !isWithin && {key: "dots", head: `${duration(axis[0])} – ${duration(axis[1])}`, short: "",
        cell: (row) => dots(row.figures, axis)},
      !isWithin && figure("p50", "p50", duration), figure("p99", "p99", duration),
      rows.some((row) => changeOf(row.figures.failed)) && figure("failed", "failed", percent),
    ].filter(Boolean), rows, {caption: `${caption}: before and after`, class: "cards compact", ...options});
  }

  // Both recordings with the same axes and colours; time is from the begin of each.
  function heatMaps(width) {
    const cells = now.kind.heat.map(heat.cells);
    const [buckets, numbers] = [1, 2].map((i) => cells.flat().map((cell) => cell[i]).sort((a, b) => a - b));
    const {width: slotNanos, begins} = model.heat;
    const slots = Math.max(...lengths);
    const map = (side, i) => {
      const o = {slots, slotNanos, from: 0, begin: 0, span: slots * slotNanos, cells: cells[i], most: numbers.at(-1),
        lowest: buckets[0] - 1, highest: buckets.at(-1) + 2, width, height: 200, ranges: [null, null], cursor: {},
        id: "heat-" + side, label: `Latency over time, ${side}; arrows tell the cells`,
        warmUpEnd: model[side].warmUpRequests ? (model[side].from - begins[i]) / 1000 : 0};
      return html("div", null, html("h3", null, side),
        cells[i].length ? [heat.map(o), asTable(`Latency ${side}`, () => heat.table(o))] : note("None."));
    };
    return [html("div", {class: "keys"}, heat.legend(numbers.at(-1)), " time since the begin of each"),
      html("div", {class: "two"}, map("before", 0), map("after", 1))];
  }

  function side(name) {
    const {source, complete, counts, requests, warmUpRequests: warm, begin, records} = model[name];
    const invalid = counts.incomplete + counts.broken;
    return html("p", {class: "meta"}, html("b", null, name),
      ` ${source}: ${new Date(begin / 1e6).toISOString().slice(0, 10)} ${clock(begin / 1e6)} UTC, `,
      kinds.length > 0 && `${duration(model.heat.width * lengths[name === "after" ? 1 : 0])}, `,
      `${plural(requests, "request")}, ${plural(records, "record")}`,
      warm > 0 && `; ${count(warm)} of a warm-up left out`,
      invalid > 0 && `; ${count(invalid)} that are not whole left out`, " ",
      html("span", {class: "badge " + (complete ? "ok" : "bad")}, complete ? "✓ complete" : "▲ records are missing"));
  }

  function draw() {
    const verdicts = [{key: "result", head: "result", cell: (kind) => tag(kind)},
      {key: "verdict", head: "verdict", cell: (kind) => comparison.verdict(kind, linkTo(kind, "verdict"))}];
    replace(all, html("p", {class: "lead"}, comparison.summary()), kinds.length > 0 && [
      tables.table(verdicts, kinds, {caption: "Verdicts", class: "headless verdicts", limit: theme.isPrinting() ? 99 : 8}),
      html("h2", null, "Requests"),
      html("div", {class: "keys"}, "○ before ● after, p50 above p99; in colour where the 95 % interval leaves out zero"),
      table(kinds, "request", "total", (kind) => linkTo(kind, "row"), false,
        {row: (kind) => ({class: kind === now.kind ? "chosen" : null})})],
    outside.length > 0 && [html("h2", null, "Operations without a request"),
      table(outside, "operation", "mean", nameCell, false)]);
    if (!now.kind) return;
    const width = theme.widthOf(one);
    replace(one, html("h2", null, "Where a request of ", nameOf(now.kind.kind), " changed"),
      pairs.graph(now.kind.tree, {names: ["before", "after"], id: "paths", width, labelOf: (op) => model.labels[op],
        zoom: now.zoom, onzoom: (zoom) => set({zoom}, true)}),
      html("h3", null, "Operations, ranked by what changed"),
      table(now.kind.operations, "operation", "total", nameCell, true,
        {id: "operations", sort: now.sort, onsort: (sort) => set({sort})}),
      html("h3", null, "Latency over time"), heatMaps(theme.isWide() ? (width - 24) / 2 : width));
  }

  load();
  const programs = [...new Set([...model.before.programs, ...model.after.programs])].filter(Boolean).join(", ");
  replace(app,
    html("header", null, html("div", {class: "line"}, html("h1", null, `${programs} before and after`),
      html("span", {class: "grow"}), theme.button()), side("before"), side("after")),
    html("main", null, all, one),
    html("footer", null, "Intervals are of blocks of time, because requests of one time disturb each other; a kind is ",
      "called faster or slower with 5 % error for all together. They tell how these runs differ, not how runs differ: ",
      "compare two of the same version as well. Keys: digits choose a kind, arrows move in pictures. Made by sluice ",
      "compare; nothing here loads anything."));
  draw();
  ["hashchange", "popstate"].forEach((type) => addEventListener(type, () => load() || keepFocus(draw)));
  addEventListener("keydown", ({key, ctrlKey, altKey, metaKey}) =>
    !ctrlKey && !altKey && !metaKey && kinds[key - 1] && set({kind: kinds[key - 1], zoom: []}));
  theme.onRedraw(draw);
})();
