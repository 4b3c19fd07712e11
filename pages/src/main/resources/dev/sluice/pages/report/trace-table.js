// Traces as a short table.
const traceTable = (() => {
  const {html} = elements;
  const {duration, count} = units;
  const {cause, clock, requestName} = recording;
  const shortName = (request) => units.shorten(requestName(request), theme.isPrinting() ? 60 : innerWidth >= 1400 ? 30 : 22);
  const mark = (kind, sign, name, title) =>
    html("span", {class: `tag ${kind}`, role: "img", "aria-label": name, title: title ?? name}, sign);

  const marks = (trace) => [
    trace.failed ? mark("bad", "✖", ["failed", cause(trace)].filter(Boolean).join(": "))
      : trace.failedInside && mark("bad", "(✖)", "a call in it failed"),
    selection.isLeftOut(trace.micros) && mark("", "◂", "part of the warm-up, which is left out of figures without a range"),
    trace.incomplete && mark("warn", "▲", trace.broken ? "broken" : "incomplete", recording.reason(trace)),
  ];

  function table(traces, id, caption, options) {
    const longest = traces.reduce((most, trace) => Math.max(most, trace.nanos), 1);
    return tables.table([
      {key: "time", head: "time", cell: (trace) =>
        html("a", {href: state.link({tab: "traces", trace: trace.id}), "data-f": `${id}-${trace.id}`,
          "aria-label": `Trace ${trace.id}, ${duration(trace.nanos)}, ${clock(trace.micros, 3)}`},
            clock(trace.micros, 3))},
      {key: "duration", head: "duration", number: true, cell: (trace) =>
        tables.bar(trace.nanos / longest, (trace.cut ? "≥ " : "") + duration(trace.nanos))},
      {key: "request", head: "request", cell: (trace) =>
        html("span", {class: "cut", title: requestName(trace.request)}, shortName(trace.request))},
      options.why ? {key: "why", head: "failed with", optional: true,
        cell: (trace) => html("span", {class: "cut", title: cause(trace)}, cause(trace))}
        : {key: "calls", head: "calls", number: true, optional: true, cell: (trace) => count(trace.calls)},
      {key: "marks", head: html("span", {class: "sr"}, "marks"), short: "", cell: marks},
    ], traces, {class: "compact", caption, id, ...options,
      row: (trace) => ({class: trace.id === state.now.trace ? "chosen" : null})});
  }

  return {table, marks, shortName};
})();
