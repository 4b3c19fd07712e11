// One trace as a waterfall: equal calls of one caller are a line, full colour is self time where it passed.
const waterfall = (() => {
  const {html, svg, breakable, swatch, facts, key: keyCap, note} = elements;
  const {duration, count, percent, times} = units;
  const {labels, signature, fill, packageOf} = recording;
  const [WIDTH, HEIGHT, BAR] = [1000, 16, 12];
  const MOST_DRAWN = 200; // more members are drawn as how much of each hundredth they fill
  const LINES = 400;
  const folded = new Set();
  const opened = new Set();

  function rowsOf(trace) {
    const rows = trace.tree.map(([op, parent, n, begin, end, total, self, failed, orphans, members, lane], i) =>
      ({i, op, parent, n, begin, end, total, self, failed, orphans, members, lane, children: [], depth: 0}));
    for (const row of rows) {
      if (row.parent < 0) continue;
      row.depth = rows[row.parent].depth + 1;
      rows[row.parent].children.push(row);
    }
    return rows;
  }

  // [begin, end] of each member, in nanoseconds from the trace's begin.
  function spans(row) {
    if (row.n === 1 || !row.members?.length) return [[row.begin, row.end]];
    const out = [];
    for (let i = 0, at = 0; i < row.members.length; i += 2) {
      at += row.members[i];
      out.push([at * 1000, (at + row.members[i + 1]) * 1000]);
    }
    return out;
  }

  function timeLine(trace, row) {
    const x = (nanos) => (WIDTH * nanos) / Math.max(1, trace.nanos);
    const colour = {fill: fill(row.op)};
    const block = (begin, end, more) => svg("rect", {x: x(begin).toFixed(2), y: (HEIGHT - BAR) / 2, height: BAR,
      width: Math.max(2, x(end - begin)).toFixed(2), style: colour, ...more});
    const hundredths = (of, height) => {
      const step = (of.end - of.begin) / 100;
      return of.members[0].map((part, i) => {
        const tall = height(part) * BAR;
        return tall > 0 && svg("rect", {x: x(of.begin + i * step), width: Math.max(.8, x(step) + .3),
          y: 2 + BAR - tall, height: tall, style: colour});
      });
    };
    function own() {
      const parts = [block(row.begin, row.end, {class: "pale"})];
      const busy = [];
      for (const child of row.children) {
        if (child.n > MOST_DRAWN) {
          parts.push(hundredths(child, (part) => 1 - part / 9));
          busy.push([child.begin, child.end]);
        } else {
          busy.push(...spans(child));
        }
      }
      busy.sort((a, b) => a[0] - b[0]);
      let at = row.begin;
      for (const [begin, end] of [...busy, [row.end, row.end]]) {
        if (begin > at && x(begin - at) > .4) parts.push(block(at, Math.min(begin, row.end)));
        at = Math.max(at, end);
      }
      return parts;
    }
    const many = () => [
      svg("rect", {class: "thread", x: x(row.begin), y: HEIGHT / 2, height: 1,
        width: Math.max(1, x(row.end - row.begin))}),
      spans(row).map(([begin, end]) => block(begin, end, {class: "member"})),
    ];
    return svg("svg", {class: "time", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none",
      "aria-hidden": "true"},
      row.n > MOST_DRAWN ? hundredths(row, (part) => part / 9) : row.n > 1 ? many() : own());
  }

  // The longest calls of a line: [number, begin, duration], in microseconds.
  const longest = (row) => (row.n > MOST_DRAWN
    ? Array.from({length: row.members[1].length / 3}, (_, i) => row.members[1].slice(3 * i, 3 * i + 3))
    : spans(row).map(([begin, end], i) => [i + 1, begin / 1000, (end - begin) / 1000]))
    .sort((a, b) => b[2] - a[2]).slice(0, 8);

  function toggle(set, id) {
    if (!set.delete(id)) set.add(id);
    page.draw();
  }

  function moveFocus(event) {
    const line = event.currentTarget;
    const all = [...line.parentNode.querySelectorAll("tr[data-f]")];
    const at = all.indexOf(line);
    const to = {ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all[all.length - 1]}[event.key];
    to?.focus();
    return Boolean(to);
  }

  function nameCell(trace, row, isFolded, isOpen, fold, spread) {
    const indent = Math.min(row.depth, 16) * (theme.isNarrow() ? 7 : 13);
    const lane = row.lane >= 0 ? recording.model.threads?.[row.lane] : null;
    return html("td", {class: "call", title: signature(row.op)},
      html("div", {style: {paddingLeft: `${indent}px`}},
        row.children.length
          ? html("button", {type: "button", class: "fold", tabindex: -1, onclick: fold,
            "aria-label": isFolded ? "Show calls below" : "Hide calls below"}, isFolded ? "▸" : "▾")
          : html("span", {class: "fold"}),
        html("span", {class: "label"}, row.orphans ? "⋯ " : "", labels[row.op]),
        row.n > 1 && html("button", {type: "button", class: row.n >= 10 ? "tag warn" : "tag", tabindex: -1,
          title: isOpen ? "Hide the longest" : "Show the longest of these calls", onclick: spread},
            `×${count(row.n)}`),
        row.failed > 0 && html("span", {class: "tag bad"}, row.n > 1 ? `✖ ${count(row.failed)}` : "✖ failed"),
        lane && html("span", {class: "tag lane"}, lane)));
  }

  function line(trace, row, index) {
    const id = `${trace.id} ${row.i}`;
    const isFolded = folded.has(id);
    const isOpen = opened.has(id);
    const fold = () => toggle(folded, id);
    const canSpread = row.n > 1 && row.members?.length > 0;
    const spread = () => canSpread && toggle(opened, id);
    const hasBelow = row.children.length > 0;
    function onkeydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
      if (event.key === "ArrowLeft" ? hasBelow && !isFolded : event.key === "ArrowRight" && isFolded) fold();
      else if (event.key === "x") spread();
      else if (event.key === "c") operations.show(row.op);
      else if (!moveFocus(event)) return;
      event.preventDefault();
    }
    const isMuch = row.self >= .1 * trace.nanos;
    const atMost = trace.incomplete ? "≤ " : "";
    return [
      html("tr",
        {tabindex: index ? -1 : 0, "data-f": "line-" + row.i, "aria-level": row.depth + 1,
          "aria-expanded": hasBelow ? String(!isFolded) : null, onkeydown},
        nameCell(trace, row, isFolded, isOpen, fold, spread),
        html("td", {class: "time"}, timeLine(trace, row)),
        html("td", {class: "num"}, duration(row.total)),
        html("td", {class: isMuch ? "num strong" : "num dim"}, atMost, duration(row.self))),
      isOpen && html("tr", null, html("td", {colspan: 4, class: "dim longest"}, `longest of ${count(row.n)}: `,
        longest(row).map(([n, at, micros]) =>
          `no. ${n} at ${duration(at * 1000)} took ${duration(micros * 1000)}`).join(" · "),
        `; mean ${duration(row.total / row.n)}`)),
    ];
  }

  function title(trace) {
    const kind = recording.model.requests[trace.request];
    const ratio = kind && kind.n > 20 ? trace.nanos / kind.p50 : 1;
    const unusual = kind?.p50 && (ratio >= 1.2 || ratio <= .8);
    const lane = recording.laneOf(trace);
    return [
      html("h2", {class: "name"}, breakable(recording.requestName(trace.request)), " ", traceTable.marks(trace)),
      facts([["duration", (trace.cut ? "at least " : "") + duration(trace.nanos)], unusual
        && ["that is", `${times(ratio)} × the median`],
        ["began", recording.clock(trace.micros, 3)], ["calls", count(trace.calls)], ["trace", trace.id],
        lane && ["on", lane], recording.textName(trace) && ["carries", recording.textName(trace)]]),
      trace.incomplete && html("p", {class: "warning"}, html("span", {class: "tag warn"}, "▲ ",
        trace.missing
          ? `${count(trace.missing)} of its ${units.plural(trace.calls + trace.missing, "record")} are missing`
          : "Some of its records are missing"),
      ` because ${recording.reason(trace)}. Calls whose caller is missing begin with ⋯; `
        + "self times may hold those of missing calls."),
    ];
  }

  // What other programs did for the same request: their traces, if they are in the page.
  function elsewhere(trace) {
    if (!trace.joins) return null;
    const [request, above, below, noneAbove, noneBelow] = trace.joins;
    const link = (id) => {
      const one = recording.byId.get(id);
      const program = recording.producerName(one);
      return [html("a", {href: state.link({tab: "traces", trace: id}), "data-f": "join-" + id},
        program ? `${program}: ` : "", recording.requestName(one.request)), ` ${duration(one.nanos)}`];
    };
    const links = (ids) => ids.slice(0, 12).map((id, i) => [i ? ", " : "", link(id)]);
    const rest = noneAbove + noneBelow + Math.max(0, above.length - 12) + Math.max(0, below.length - 12);
    return html("p", {class: "where"},
      above.length > 0 && [html("b", null, "Called by: "), links(above), ". "],
      below.length > 0 && [html("b", null, "Calls other programs: "), links(below), ". "],
      rest > 0 && `${units.plural(rest, "call")} from or to traces that are not in this page. `,
      html("code", null, `sluice trace ${recording.model.source} --id ${request}`), " shows the whole request.");
  }

  function whereTimeWent(trace, rows) {
    const sums = new Map();
    for (const row of rows) {
      const [self, n] = sums.get(row.op) ?? [0, 0];
      sums.set(row.op, [self + row.self, n + row.n]);
    }
    const most = [...sums].sort((a, b) => b[1][0] - a[1][0]).filter(([, [self]]) =>
      self >= .02 * trace.nanos).slice(0, 4);
    return most.length > 0 && html("p", {class: "where"}, html("b", null, "Where the time went: "),
      most.map(([op, [self, n]], i) => [i ? " · " : "", labels[op], " ",
        html("b", null, trace.incomplete ? "≤ " : "", percent(self / trace.nanos)), n > 1 ? ` (×${count(n)})` : ""]));
  }

  function draw(trace) {
    if (!trace.tree) {
      return html("div", null, title(trace), html("p", null, "The calls of this trace are not in this page. ",
        html("code", null, `sluice trace ${recording.model.source} --id ${trace.id.split("@")[0]}`), " prints them."));
    }
    const rows = rowsOf(trace);
    const isHidden = (row) => {
      for (let at = row.parent; at >= 0; at = rows[at].parent) if (folded.has(`${trace.id} ${at}`)) return true;
      return false;
    };
    const visible = rows.filter((row) => !isHidden(row));
    const packages = [...new Set(rows.map((row) => packageOf(row.op)))].slice(0, 9);
    return html("div", null,
      title(trace),
      elsewhere(trace),
      whereTimeWent(trace, rows),
      html("div", {class: "keys"}, packages.map((one) =>
        html("span", null, swatch(recording.fills.get(one) ?? colours.REST), recording.shortPackage(one))),
      html("span", null, "full: self time · pale: in calls below")),
      html("table", {class: "waterfall", role: "treegrid", "aria-label": "Calls of the trace"},
        html("thead", null, html("tr", null, html("th", {scope: "col"}, "call"),
          html("th", {scope: "col", class: "time"}, html("span", {class: "scale"},
            [0, .25, .5, .75, 1].map((part) => html("span", null, units.round(duration(part * trace.nanos)))))),
          html("th", {scope: "col", class: "num"}, "total"), html("th", {scope: "col", class: "num"}, "self"))),
        html("tbody", null, visible.slice(0, LINES).map((row, i) => line(trace, row, i)))),
      visible.length > LINES && note(`${count(visible.length - LINES)} lines more: fold some.`),
      html("p", {class: "note no-print"},
        "Four equal calls of one caller or more are one line ×N, with a bar for each. ",
        keyCap("↑"), " ", keyCap("↓"), " move, ", keyCap("←"), " ", keyCap("→"), " fold, ", keyCap("x"),
        " longest of ×N, ", keyCap("c"), " callers and callees."));
  }

  return {draw};
})();
