// A trace, or the request that it is of, as a waterfall: equal calls of one caller are a line, full colour is self time where it passed.
const waterfall = (() => {
  const {html, svg, breakable, swatch, facts, key: keyCap, note} = elements;
  const {duration, count, percent, times} = units;
  const {labels, signature, fill, packageOf} = recording;
  const [WIDTH, HEIGHT, BAR] = [1000, 16, 12];
  const MOST_DRAWN = 200; // more members are drawn as how much of each hundredth they fill
  const LINES = 400;
  const NOT_HERE = "its calls are not in this page";
  const folded = new Set();
  const opened = new Set();

  // [begin, end] of each member, in nanoseconds from the trace's begin, and of what a line calls.
  function spans(row) {
    if (row.lack) return [];
    if (row.n === 1 || !row.members?.length) return [[row.begin, row.end]];
    const out = [];
    for (let i = 0, at = 0; i < row.members.length; i += 2) {
      at += row.members[i];
      out.push([at * 1000, (at + row.members[i + 1]) * 1000]);
    }
    return out;
  }

  function timeLine(request, row, edges) {
    const scale = WIDTH / request.nanos;
    const x = (nanos) => (nanos + row.at - request.from) * scale;
    const colour = {fill: request.fill(row)};
    const block = (begin, end, more) => svg("rect", {x: x(begin).toFixed(2), y: (HEIGHT - BAR) / 2, height: BAR,
      width: Math.max(2, (end - begin) * scale).toFixed(2), style: colour, ...more});
    const hundredths = (of, height) => {
      const step = (of.end - of.begin) / 100;
      return of.members[0].map((part, i) => {
        const tall = height(part) * BAR;
        return tall > 0 && svg("rect", {x: x(of.begin + i * step), width: Math.max(.8, step * scale + .3),
          y: 2 + BAR - tall, height: tall, style: colour});
      });
    };
    function own() {
      const parts = [block(row.begin, row.end, {class: "pale"})];
      if (row.self === null) return parts;
      const busy = [];
      for (const child of row.children) {
        if (child.n > MOST_DRAWN) {
          parts.push(hundredths(child, (part) => 1 - part / 9));
          busy.push([child.begin, child.end]);
        } else {
          busy.push(...spans(child).map((span) => span.map((nanos) => nanos + child.at - row.at)));
        }
      }
      busy.sort((a, b) => a[0] - b[0]);
      let at = row.begin;
      for (const [begin, end] of [...busy, [row.end, row.end]]) {
        if (begin > at && (begin - at) * scale > .4) parts.push(block(at, Math.min(begin, row.end)));
        at = Math.max(at, end);
      }
      return parts;
    }
    const many = () => [
      svg("rect", {class: "thread", x: x(row.begin), y: HEIGHT / 2, height: 1,
        width: Math.max(1, (row.end - row.begin) * scale)}),
      spans(row).map(([begin, end]) => block(begin, end, {class: "member"})),
    ];
    return svg("svg", {class: "time", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none",
      "aria-hidden": "true"},
      row.lack || (row.n > MOST_DRAWN ? hundredths(row, (part) => part / 9) : row.n > 1 ? many() : own()),
      edges.map(([kind, from, to, y0, y1]) => svg("line", {class: "edge " + kind, y1: y0, y2: y1,
        x1: ((from - request.from) * scale).toFixed(2), x2: ((to - request.from) * scale).toFixed(2)})));
  }

  // What is drawn over each line: calls that leave it, down to the lines that they arrive at, and how far the clock
  // of the program that is called may be off.
  function edgesOf(visible) {
    const edges = new Map(visible.map((row) => [row, []]));
    const [TOP, MIDDLE, BOTTOM] = [-4, HEIGHT / 2, HEIGHT + 4];
    visible.forEach((row, i) => {
      for (const time of row.lacking ?? []) edges.get(row).push(["lacking", time, time, TOP, BOTTOM]);
      if (!row.isFirst || row.part.sent === null) return;
      const {sent, at, clock} = row.part;
      const caller = visible.indexOf(row.above);
      edges.get(row.above).push(["sent", sent, sent, MIDDLE, BOTTOM]);
      for (let k = caller + 1; k < i; k++) edges.get(visible[k]).push(["sent", sent, sent, TOP, BOTTOM]);
      edges.get(row).push(["sent", sent, sent, TOP, MIDDLE], [clock.half === null ? "guess" : "sent", sent, at, MIDDLE, MIDDLE]);
      if (!clock.half) return;
      const [low, high] = [at - clock.half, at + clock.half];
      edges.get(row).push(["unsure", low, high, MIDDLE, MIDDLE], ["unsure", low, low, 4, HEIGHT - 4],
        ["unsure", high, high, 4, HEIGHT - 4]);
    });
    return edges;
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

  const HOW = {call: "→ ", message: "✉ "};

  // The program whose trace begins with that line, and how it was called.
  function program(request, row) {
    const {trace, how} = row.part;
    if (!request.joined || !row.isFirst) return null;
    return html("a", {class: "tag", href: state.link({trace: trace.id, scope: "trace"}), tabindex: -1,
      "data-f": "part-" + row.key, title: `${how ?? (row.above ? "in another thread" : "the first")}: show this trace`},
    HOW[how] ?? (row.above ? "∥ " : ""), recording.producerName(trace) ?? row.part.program);
  }

  function nameCell(request, row, isFolded, isOpen, fold, spread) {
    const indent = Math.min(row.depth, 16) * (theme.isNarrow() ? 7 : 13);
    const lane = row.lane >= 0 ? recording.model.threads?.[row.lane] : null;
    return html("td", {class: "call", title: signature(row.op)},
      html("div", {style: {paddingLeft: `${indent}px`}},
        row.children.length
          ? html("button", {type: "button", class: "fold", tabindex: -1, onclick: fold,
            "aria-label": isFolded ? "Show calls below" : "Hide calls below"}, isFolded ? "▸" : "▾")
          : html("span", {class: "fold"}),
        program(request, row),
        html("span", {class: "label"}, row.orphans ? "⋯ " : "",
          labels[row.op] ?? recording.requestName(row.part.trace.request)),
        row.n > 1 && html("button", {type: "button", class: row.n >= 10 ? "tag warn" : "tag", tabindex: -1,
          title: isOpen ? "Hide the longest" : "Show the longest of these calls", onclick: spread},
            `×${count(row.n)}`),
        row.self === null && html("span", {class: "tag", role: "img", "aria-label": NOT_HERE, title: NOT_HERE}, "…"),
        row.failed > 0 && html("span", {class: "tag bad"}, row.n > 1 ? `✖ ${count(row.failed)}` : "✖ failed"),
        lane && html("span", {class: "tag lane"}, lane)));
  }

  function line(request, row, index, edges) {
    if (row.lack) {
      return html("tr", null, html("td", {colspan: 4, class: "lack"},
        html("div", {style: {paddingLeft: `${Math.min(row.depth, 16) * 7}px`}}, "▲ ", row.lack)));
    }
    const {trace} = row.part;
    const id = `${request.id} ${row.key}`;
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
    const isMuch = row.self >= .1 * request.nanos;
    const atMost = trace.incomplete ? "≤ " : "";
    return [
      html("tr",
        {tabindex: index ? -1 : 0, "data-f": "line-" + row.key, "aria-level": row.depth + 1,
          "aria-expanded": hasBelow ? String(!isFolded) : null, onkeydown},
        nameCell(request, row, isFolded, isOpen, fold, spread),
        html("td", {class: "time"}, timeLine(request, row, edges)),
        html("td", {class: "num"}, duration(row.total)),
        html("td", {class: isMuch ? "num strong" : "num dim"}, row.self === null ? "" : [atMost, duration(row.self)])),
      isOpen && html("tr", null, html("td", {colspan: 4, class: "dim longest"}, `longest of ${count(row.n)}: `,
        longest(row).map(([n, at, micros]) =>
          `no. ${n} at ${duration(at * 1000)} took ${duration(micros * 1000)}`).join(" · "),
        `; mean ${duration(row.total / row.n)}`)),
    ];
  }

  // Status and exception of a trace that failed, and what no record says of them.
  function failure(trace) {
    if (!trace.failed && !trace.failedInside) return null;
    const {unknownCause} = recording;
    const isNot = unknownCause && `Not recorded: ${unknownCause}.`;
    return html("p", {class: "failure"}, html("span", {class: "tag bad"}, "✖ ", recording.cause(trace) || "failed"),
      " ", isNot);
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
        lane && ["on", lane], recording.textName(trace) && [recording.model.hosts.includes(recording.textName(trace)) ? "host" : "session",
          recording.textName(trace)]]),
      failure(trace),
      trace.incomplete && html("p", {class: "warning"}, html("span", {class: "tag warn"}, "▲ ",
        trace.missing
          ? `${count(trace.missing)} of its ${units.plural(trace.calls + trace.missing, "record")} are missing`
          : "Some of its records are missing"),
      ` because ${recording.reason(trace)}. Calls whose caller is missing begin with ⋯; `
        + "self times may include missing calls."),
    ];
  }

  // Links to traces that several messages join with this one.
  function links(text, traces) {
    const link = (trace, i) => [i ? ", " : "", html("a", {href: state.link({trace: trace.id}),
      "data-f": "link-" + trace.id}, `${recording.producerName(trace)}: ${recording.requestName(trace.request)}`)];
    return traces.length > 0 && html("p", {class: "where"}, html("b", null, text), traces.slice(0, 12).map(link),
      traces.length > 12 && ` and ${count(traces.length - 12)} more`);
  }

  // Lines that the first one waits for; with several programs, each by itself.
  function whereTimeWent(request, trace) {
    const sums = new Map();
    for (const row of request.lines) {
      if (row.lack || row.self === null || !request.isWaitedFor(row.part)) continue;
      const name = request.joined ? recording.producerName(row.part.trace) : labels[row.op];
      const [self, n] = sums.get(name) ?? [0, 0];
      sums.set(name, [self + row.self, n + row.n]);
    }
    const {nanos} = request.parts[0].trace;
    const most = [...sums].sort((a, b) => b[1][0] - a[1][0]).filter(([, [self]]) => self >= .02 * nanos).slice(0, 4);
    const atMost = trace.incomplete || request.joined?.complete === false ? "≤ " : "";
    return most.length > 0 && html("p", {class: "where"}, html("b", null, "Where the time went: "),
      most.map(([name, [self, n]], i) => [i ? " · " : "", name, " ", html("b", null, atMost, percent(self / nanos)),
        n > 1 && !request.joined ? ` (×${count(n)})` : ""]));
  }

  // How the times of a program were moved.
  function moved({clock: {nanos, half}, above}) {
    if (above < 0) return "times are from its clock";
    const far = `${nanos > 0 ? "−" : "+"}${duration(Math.abs(nanos))}`;
    if (half !== null) return nanos || half ? `moved by ${far} ± ${duration(half)}` : "has the same clock";
    return (nanos ? `moved by ${far}` : "not moved") + "; the offset of its clock is unknown";
  }

  function requestTitle(request) {
    const {joined: {w3cTrace, whole, lacking, entered}, parts: [first], parts} = request;
    return [
      html("h2", {class: "name"}, breakable(recording.requestName(first.trace.request)), " ",
        traceTable.marks(first.trace)),
      facts([["duration", (first.trace.cut ? "at least " : "") + duration(first.trace.nanos)],
        ["began", recording.clock(first.trace.micros, 3)], ["traces", count(parts.length)],
        ["calls", count(parts.reduce((sum, part) => sum + part.trace.calls, 0))], ["request", w3cTrace]]),
      lacking > 0 && html("p", {class: "warning"}, html("span", {class: "tag warn"}, "▲ incomplete"), " ",
        `${units.plural(lacking, "thing is", "things are")} missing; see the lines that begin with ▲.`),
      entered && html("p", {class: "where"}, "Its caller is not monitored, or not in this source."),
      failure(first.trace),
      !whole && html("p", {class: "where"}, "Traces of the request may be missing in this page: ",
        html("code", null, `sluice trace ${recording.model.source} --id ${w3cTrace}`), " shows the whole request."),
    ];
  }

  // The lines as figures: when each began, by the clock of the first program.
  const table = (request) => elements.asTable(request.joined ? "The request" : "The trace", () => tables.table([
    {key: "program", head: "program", cell: (row) => recording.producerName(row.part.trace)},
    {key: "call", head: "call", name: true, cell: (row) => ["· ".repeat(Math.min(row.depth, 16)), labels[row.op]]},
    {key: "how", head: "by", cell: (row) => (row.isFirst && row.part.how) || ""},
    {key: "begin", head: "begin", number: true, cell: (row) => duration(row.at + row.begin - request.from)},
    {key: "total", head: "total", number: true, cell: (row) => duration(row.total)},
    {key: "self", head: request.joined ? "own" : "self", number: true, cell: (row) => duration(row.self)},
    {key: "failed", head: "failed", number: true, cell: (row) => count(row.failed)},
  ], request.lines.filter((row) => !row.lack), {caption: "Calls with their times", class: "compact", limit: LINES,
    id: "lines"}));

  // What each colour is: programs of a request, packages of a trace.
  function legend(request) {
    if (request.joined) {
      const firsts = new Map([...request.parts].reverse().map((part) => [part.program, part]));
      return [...firsts.values()].reverse().map((part) => html("span", null, swatch(request.fill({part})),
        html("b", null, recording.producerName(part.trace) ?? part.program), ": ", moved(part)));
    }
    return [...new Set(request.lines.map((row) => packageOf(row.op)))].slice(0, 9).map((one) =>
      html("span", null, swatch(recording.fills.get(one) ?? colours.REST), recording.shortPackage(one)));
  }

  function withFill(request) {
    if (!request.joined) return {...request, fill: (row) => fill(row.op)};
    const programs = [...new Set(request.parts.map((part) => part.program))];
    const fills = colours.fills(programs.map((one, i) => [one, -i]));
    return {...request, fill: (row) => fills.get(row.part.program)};
  }

  function draw(trace) {
    const whole = joined.of(trace);
    const scopes = whole && html("div", {class: "line controls"},
      state.segments("scope", [["request", "Whole request"], ["trace", "This trace"]], {trace: trace.id}));
    const isWhole = whole && state.now.scope === "request";
    if (!isWhole && !trace.tree) {
      return html("div", null, scopes, title(trace), html("p", null, "The calls of this trace are not in this page. ",
        html("code", null, `sluice trace ${recording.model.source} --id ${trace.id.split("@")[0]}`), " prints them."));
    }
    const request = withFill(isWhole ? whole : joined.alone(trace));
    const isHidden = (row) => {
      for (let at = row.above; at; at = at.above) if (folded.has(`${request.id} ${at.key}`)) return true;
      return false;
    };
    const visible = request.lines.filter((row) => !isHidden(row)).slice(0, LINES);
    const edges = edgesOf(visible);
    const left = request.lines.filter((row) => !isHidden(row)).length - visible.length;
    return html("div", null,
      scopes,
      isWhole ? requestTitle(request) : title(trace),
      links("Several messages, one of them from here, arrived at: ", joined.receivers(trace)),
      links("Handles several messages, from: ", joined.senders(trace)),
      whereTimeWent(request, trace),
      html("div", {class: "keys"}, legend(request), html("span", null, `full: ${isWhole ? "own" : "self"} time · pale: in calls below`),
        isWhole && html("span", null, "├┤: uncertainty of the clock")),
      html("table", {class: "waterfall", role: "treegrid",
        "aria-label": isWhole ? "Calls of the request in all programs" : "Calls of the trace"},
        html("thead", null, html("tr", null, html("th", {scope: "col"}, "call"),
          html("th", {scope: "col", class: "time"}, html("span", {class: "scale"},
            [0, .25, .5, .75, 1].map((part) => html("span", null, units.round(duration(part * request.nanos)))))),
          html("th", {scope: "col", class: "num"}, "total"), html("th", {scope: "col", class: "num"}, isWhole ? "own" : "self"))),
        html("tbody", null, visible.map((row, i) => line(request, row, i, edges.get(row))))),
      left > 0 && note(`${count(left)} more lines are hidden: fold some calls.`),
      table(request),
      html("p", {class: "note no-print"},
        "Four or more equal calls of one caller are one line, ×N, with a bar for each call. ",
        isWhole && "Own time is self time without waiting for calls in other programs. ",
        keyCap("↑"), " ", keyCap("↓"), " move, ", keyCap("←"), " ", keyCap("→"), " fold, ", keyCap("x"),
        " longest of ×N, ", keyCap("c"), " callers and callees."));
  }

  return {draw};
})();
