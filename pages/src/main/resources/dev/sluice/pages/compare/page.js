// The page of a comparison: verdicts, kinds of requests, and where one of them, or all, changed.
(() => {
  const {html, svg, replace, breakable, keepFocus, note, asTable, searchField} = elements;
  const {duration, count, percent, signed, times, plural, clock} = units;
  const {model, kinds, nameOf, changeOf, relative, range, isSure, timeOf, tag} = comparison;
  const outside = model.operations;
  const choices = [comparison.all, ...kinds].filter(Boolean);
  const STEP = " > ";
  const [WIDTH, UNEQUAL] = [116, .1]; // of an interval's picture; warm-ups, of what is compared
  const app = document.getElementById("app");
  const [all, one] = ["Requests", "Where requests changed"].map((label) => html("section", {"aria-label": label}));
  const cursors = [{}, {}];
  const lengths = [0, 1].map((side) => 1 + Math.max(0, ...kinds.map((kind) => kind.heat[side].at(-1)?.[0] ?? 0)));
  const grid = {slots: Math.max(...lengths), slotNanos: model.heat.width, from: 0};
  const now = {};
  const SIDES = ["before", "after"];
  const leftOut = SIDES.map((side) => model[side].warmUpRequests && model[side].from - model[side].begin); // ns
  const compared = SIDES.map((side, i) =>
    Math.max(grid.slotNanos, model.heat.begins[i] + lengths[i] * grid.slotNanos - model[side].from));

  function load() {
    const {req, sort, zoom, q, t, d} = address.read();
    Object.assign(now, {kind: choices.find((kind) => kind.name === req) ?? kinds[0], sort: sort ?? "-change",
      zoom: zoom ? zoom.split(STEP) : [], search: q ?? "", range: address.range(t, d)});
  }
  function hash({kind, sort, zoom, search, range: selected}) {
    const [t, d] = address.ofRange(selected);
    return {req: kind.name, sort: sort === "-change" ? null : sort, zoom: zoom.join(STEP), q: search, t, d};
  }
  function set(patch, {quiet = false, replace: isStep = !("kind" in patch || "range" in patch)} = {}) {
    Object.assign(now, patch);
    address.write(hash(now), !isStep);
    if (!quiet) keepFocus(draw);
  }
  const linkTo = (kind, key) => html("a", {href: address.text(hash({...now, kind, zoom: []})),
    "data-f": key + kind.name, "aria-current": kind === now.kind ? "true" : null}, breakable(kind.name));
  const nameCell = ({operation, request}) => [html("span", {title: operation}, breakable(nameOf(operation))),
    html("span", {class: "package"}, now.kind === comparison.all && request ? `in ${request}`
      : comparison.packageOf(operation))];
  const matches = (signature) => [signature, nameOf(signature)].some((name) =>
    name.toLowerCase().includes(now.search.trim().toLowerCase()));

  // A change with its interval; zero is dotted.
  function whisker([value, low, high], [least, most], isWhole) {
    const part = (at) => (Math.max(least, Math.min(most, at)) - least) / (most - least || 1);
    const x = (at) => (4 + part(at) * (WIDTH - 8)).toFixed(1);
    const [from, to] = [x(Math.min(0, value)), x(Math.max(0, value))];
    return svg("svg", {class: "change", width: WIDTH, height: 22, "aria-hidden": "true"},
      svg("rect", {class: isWhole ? (value < 0 ? "less" : "more") : "unclear", x: from, y: 5, height: 12,
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
          svg("title", null, `${["p50", "p99"][i]}, 95 %: ${range({low, high}) || "too few requests"}`),
          svg("path", {d: `M${a} ${y}H${b}`}),
          before !== null && svg("circle", {class: "before", cx: a, cy: y, r: 4}),
          after !== null && svg("circle", {cx: b, cy: y, r: 4.5}));
      }));
  }

  function two(values, show) {
    const [a, b] = values.map((value) => (value === null ? "–" : show(value)));
    return a === b ? b : [html("span", {class: "dim"}, a), " → ", html("span", null, b)];
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
    const numbers = ({before, after}) => [before, after].map((side) => side?.requests ?? side?.calls ?? 0);
    return tables.table([
      {key: "name", head: caption, name: true, text: true, value: (row) => nameOf(row.operation), cell},
      {key: "change", head: "change", number: true, title: "of the time per request or call",
        value: (row) => Math.abs(changeOf(row.figures[tested])) * (now.kind === comparison.all && row.weight || 1),
        cell: (row) => [html("b", null, signed(changeOf(row.figures[tested]), duration)),
          !isWithin && [" ", tag(row, relative(row.figures[tested]) || row.result, timeOf(row) ?? "")]]},
      {key: "interval", head: "95 % interval", short: "",
        cell: (row) => [whisker(bounds(row), scale, isSure(row)),
          html("span", {class: "sr"}, range(row.figures[tested]))]},
      isWithin && {key: "what", head: "what", cell: (row) => tag(row)},
      isWithin ? figure("calls", "calls a request", times)
        : {key: "number", head: "number, a second", number: true, cell: (row) => [two(numbers(row), count),
          html("span", {class: "package"}, two(numbers(row).map((n, i) => n / compared[i] * 1e9), units.brief))]},
      isWithin && figure("total", "total a request", duration),
      figure("mean", isWithin ? "mean of a call" : "mean", duration),
      !isWithin && !theme.isPrinting() && {key: "dots", head: `${duration(axis[0])} – ${duration(axis[1])}`, short: "",
        cell: (row) => dots(row.figures, axis)},
      !isWithin && figure("p50", "p50", duration), figure("p99", "p99", duration),
      rows.some((row) => changeOf(row.figures.failed)) && figure("failed", "failed", percent),
    ].filter(Boolean), rows, {caption: `${caption}: before and after`, class: "cards compact", ...options});
  }

  // Both recordings with the same axes and colours, and what is selected in both; time is from the begin of each.
  function heatMaps(width) {
    const {heat: cells} = now.kind;
    const [buckets, numbers] = [1, 2].map((i) => cells.flat().map((cell) => cell[i]).sort((a, b) => a - b));
    const onrange = (range, which, isStep = false) => set({range}, {replace: isStep});
    const map = (side, i) => {
      const o = {...grid, begin: 0, span: grid.slots * grid.slotNanos, cells: cells[i], most: numbers.at(-1),
        lowest: buckets[0] - 1, highest: buckets.at(-1) + 2, width, height: theme.isPrinting() ? 160 : 200,
        ranges: [now.range, null], cursor: cursors[i], id: "heat-" + side, second: () => false, onrange,
        label: `Latency over time, ${side}; arrow keys read the cells, with Shift they select a range in both`,
        warmUpEnd: model[side].warmUpRequests ? (model[side].from - model.heat.begins[i]) / 1000 : 0};
      return html("div", null, html("h3", null, side),
        cells[i].length ? [heat.map(o), asTable(`Latency ${side}`, () => heat.table(o))] : note("None."));
    };
    return [
      html("div", {class: "keys"}, heat.legend(numbers.at(-1)), " time since the start of each recording",
        html("span", {class: "no-print"}, "drag to select a time in both; drag up or down, or with Alt, to select durations too")),
      html("div", {class: "two"}, map("before", 0), map("after", 1)), now.range && selected(),
    ];
  }

  // Requests of both recordings within the range; calls are not known by time.
  function selected() {
    const rows = choices.map((kind) => [kind, ...kind.heat.map((cells) =>
      heat.figures(cells.filter((cell) => heat.inside(cell, now.range, grid))))]).filter(([, a, b]) => a.n + b.n);
    const figure = (key, head, show) => ({key, head, number: true, cell: ([, a, b]) => two([a[key], b[key]], show)});
    const text = heat.words(now.range, (seconds) => clock(seconds * 1000, 1));
    return [html("div", {class: "chosen-line"}, html("h3", null, "Selected in both: "),
      html("button", {type: "button", class: "chip", "data-f": "range", onclick: () => set({range: null}),
        "aria-label": `Without ${text}`}, text, html("span", {"aria-hidden": "true"}, " ✕"))),
    tables.table([
      {key: "request", head: "request", name: true, cell: ([kind]) => linkTo(kind, "selected")},
      figure("n", "number", count), figure("p50", "p50, about", duration), figure("p99", "p99, about", duration),
      {key: "failed", head: "failed", number: true, cell: ([, a, b]) =>
        two([a, b].map((of) => (of.n ? of.failed / of.n : null)), percent)},
    ], rows, {caption: "Selected requests: before and after", class: "compact",
      row: ([kind]) => ({class: kind === now.kind ? "chosen" : null})})];
  }

  function side(name) {
    const {source, complete, counts, requests, warmUpRequests: warm, begin, records} = model[name];
    const invalid = counts.incomplete + counts.broken;
    return html("p", {class: "meta"}, html("b", null, name),
      ` ${source}: ${new Date(begin / 1e6).toISOString().slice(0, 10)} ${clock(begin / 1e6)} UTC, `,
      kinds.length > 0 && `${duration(grid.slotNanos * lengths[name === "after" ? 1 : 0])}, `,
      `${plural(requests, "request")}, ${plural(records, "record")}`,
      warm > 0 && `; ${count(warm)} of a warm-up left out`,
      invalid > 0 && `; ${plural(invalid, "incomplete one")} left out`, " ",
      html("span", {class: "badge " + (complete ? "ok" : "bad"), title: "complete: no record is missing"},
        complete ? "✓ complete" : "▲ records are missing"));
  }

  // What is compared may be of other times of a run, if one warm-up is much longer than the other.
  function warmUps() {
    const text = SIDES.map((side, i) =>
      `${duration(leftOut[i])} (${plural(model[side].warmUpRequests, "request")}) ${side}`);
    return Math.abs(leftOut[0] - leftOut[1]) > UNEQUAL * Math.min(...compared) && html("p", {class: "warning"},
      html("span", {class: "tag warn"}, "▲ Unequal warm-ups"), ` are left out: ${text.join(", ")}. `,
      "Figures may be from different phases of a run; ", html("code", null, "--with-warm-up"), " counts all.");
  }

  // What changed of the chosen kind, or of all; words filter while they are typed.
  function changes() {
    const {kind} = now;
    const body = html("div");
    const width = theme.widthOf(one);
    function fill() {
      const rows = kind.operations.filter(({operation}) => matches(operation));
      replace(body,
        pairs.graph(kind.tree, {names: ["before", "after"], id: "paths", width, labelOf: (op) => model.labels[op],
          isClear: (i) => kind.clear[i], isMatch: now.search.trim() && ((op) => matches(model.signatures[op])),
          zoom: now.zoom, onzoom: (zoom) => set({zoom}, {quiet: true})}),
        html("h3", null, "Operations, ranked by what changed"),
        rows.length ? table(rows, "operation", "total", nameCell, true,
          {id: "operations", sort: now.sort, onsort: (sort) => set({sort})})
          : note("No operation name contains this text."));
    }
    const choose = (event) => set({kind: choices[event.target.value], zoom: []});
    fill();
    return [html("h2", null, "Where ", kind === comparison.all ? "requests" : `a request of ${kind.name}`, " changed"),
      html("div", {class: "line controls"},
        choices.length > 1 && html("select", {"aria-label": "Requests", "data-f": "kind", onchange: choose},
          choices.map((choice, i) => html("option", {value: i, selected: choice === kind}, choice.name))),
        searchField("Filter operations", now.search, (search) => {
          set({search}, {quiet: true});
          fill();
        })),
      body];
  }

  // Requests through several programs, each as a whole, and what changed of which program.
  function through() {
    const {whole} = model;
    if (!whole) return null;
    const side = (name) => {
      const {requests, incomplete, of} = whole[name];
      return `${plural(requests, "request")} ${name}${of > 1 ? `, of one in ${count(of)},` : ""}${incomplete
        ? ` without ${count(incomplete)} incomplete ones` : ""}`;
    };
    const named = ({programs, ...kind}) => ({...kind, operations: programs.map((one) => ({...one,
      operation: one.program}))});
    return [html("h2", null, "Requests through several programs, each as a whole"), note(SIDES.map(side).join("; "), "."),
      whole.kinds.slice(0, 8).map(named).map((kind) => [
        html("p", {class: "lead"}, comparison.verdict(kind, html("b", null, breakable(nameOf(kind.kind))))),
        kind.operations.length > 0 && table(kind.operations, "program", "total", ({operation}) => breakable(operation),
          true, {id: "programs-" + kind.kind}),
      ]),
      whole.kinds.length > 8 && note(`${plural(whole.kinds.length - 8, "kind")} more.`)];
  }

  function draw() {
    const verdicts = [{key: "result", head: "result", cell: (kind) => tag(kind)},
      {key: "verdict", head: "verdict", cell: (kind) => comparison.verdict(kind, linkTo(kind, "verdict"))}];
    replace(all, warmUps(), html("p", {class: "lead"}, comparison.summary(), html("span", {class: "note"},
      " Two runs of one version differ, too: also compare two recordings of the same version.")), kinds.length > 0 && [
      tables.table(verdicts, kinds,
        {caption: "Verdicts", class: "headless verdicts", limit: theme.isPrinting() ? 99 : 8}),
      html("h2", null, "Requests"),
      html("div", {class: "keys no-print"},
        "○ before ● after, p50 above p99; grey: its 95 % interval contains zero, or there are too few requests for one; "
          + `* the interval of its time does not contain zero, which happens by chance in 1 of 20; ${model.comparisons} were compared`),
      table(kinds, "request", "total", (kind) => linkTo(kind, "row"), false,
        {row: (kind) => ({class: kind === now.kind ? "chosen" : null})})],
    through(), outside.length > 0 && [html("h2", null, "Operations without a request"),
      table(outside, "operation", "mean", nameCell, false)]);
    if (!now.kind) return;
    const width = theme.widthOf(one);
    replace(one, changes(), html("h3", null, "Latency over time"),
      heatMaps(theme.isWide() ? Math.floor((width - 24) / 2) : width));
  }

  load();
  const programs = [...new Set([...model.before.programs, ...model.after.programs])].filter(Boolean).join(", ");
  replace(app,
    html("header", null, html("div", {class: "line"}, html("h1", null, `${programs} before and after`),
      html("span", {class: "grow"}), theme.button()), side("before"), side("after")),
    html("main", null, all, one),
    html("footer", null, "Intervals are computed from blocks of time, because simultaneous requests affect each other; a kind is ",
      "reported as changed with a total error of 5 % for all comparisons. ", html("span", {class: "no-print"},
        "Keys: digits choose a kind, 0 all, / filters, arrows move in pictures. "),
      "Written by sluice compare; this page loads nothing from the network."));
  draw();
  ["hashchange", "popstate"].forEach((type) => addEventListener(type, () => load() || keepFocus(draw)));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select")) return;
    const kind = event.key === "0" ? comparison.all : kinds[event.key - 1];
    if (kind) set({kind, zoom: []});
    else if (event.key !== "/" || !now.kind) return;
    else one.querySelector("input").focus();
    event.preventDefault();
  });
  theme.onRedraw(draw);
})();
