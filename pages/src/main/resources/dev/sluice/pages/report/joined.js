// Requests: traces of several programs on one axis, each program's times moved by how far its clock is ahead.
const joined = (() => {
  const {model, byId} = recording;
  const programId = (trace) => model.programs[trace.producer]?.id ?? "";

  // How far the clock of one program is ahead of another's: half is the uncertainty, null if a side is not known.
  function offset(from, to) {
    let [least, most] = [-Infinity, Infinity];
    for (const one of model.clocks ?? []) {
      const [low, high] = [one.least ?? -Infinity, one.most ?? Infinity];
      const way = one.from === from && one.to === to ? [low, high]
        : one.from === to && one.to === from ? [-high, -low] : null;
      if (!way || Math.max(least, way[0]) > Math.min(most, way[1])) continue;
      [least, most] = [Math.max(least, way[0]), Math.min(most, way[1])];
    }
    if (most - least < Infinity) return {nanos: (least + most) / 2, half: (most - least) / 2};
    return {nanos: Math.max(least, Math.min(most, 0)), half: null};
  }

  // Parts have their place on the axis: at is when the trace began, sent when the call left, by the first one's clock.
  function placed(parts) {
    const clocks = new Map();
    const clockOf = (part) => {
      if (!clocks.has(part.program)) {
        const above = parts[part.above];
        clocks.set(part.program, {nanos: 0, half: 0}); // if it is called by itself in the end
        if (above && above.program !== part.program) {
          const [base, more] = [clockOf(above), offset(above.program, part.program)];
          clocks.set(part.program, {nanos: base.nanos + more.nanos,
            half: base.half === null || more.half === null ? null : base.half + more.half});
        }
      }
      return clocks.get(part.program);
    };
    for (const part of parts) {
      part.clock = clockOf(part);
      part.at = part.begin - part.clock.nanos;
      part.sent = part.sent === null ? null : part.sent - clockOf(parts[part.above]).nanos;
    }
    return parts;
  }

  // A line for each row of a trace's tree, or for the trace if its calls are not here.
  function linesOf(part) {
    const {trace, number} = part;
    const rows = trace.tree ?? [[model.requests[trace.request]?.op ?? -1, -1, 1, 0, trace.nanos, trace.nanos, null,
      trace.failed ? 1 : 0, 0, []]];
    return rows.map(([op, parent, n, begin, end, total, self, failed, orphans, members, lane], i) => ({
      key: number ? `${number}-${i}` : String(i), part, op, parent, n, begin, end, total, self, failed, orphans,
      members, lane, at: part.at, children: [], above: null, isFirst: i === 0}));
  }

  // All lines, callers first, and of those below one that which began first.
  function linesOfAll(parts, lacks) {
    const lines = parts.map(linesOf);
    const below = (above, line) => {
      line.above = above;
      above.children.push(line);
    };
    const lineAt = (part, row) => lines[part][Math.max(0, row)] ?? lines[part][0];
    for (const own of lines) own.forEach((line) => line.parent >= 0 && below(own[line.parent], line));
    for (const part of parts) {
      const {above, row, sent, how, number} = part;
      if (above < 0) continue;
      const caller = lineAt(above, row);
      lines[number].filter((line) => line.parent < 0).forEach((line) => below(caller, line));
      if (how === "call" && caller.self !== null) caller.self = Math.max(0, caller.self - part.trace.nanos);
      (caller.calls ??= []).push(sent);
    }
    for (const [part, row, sent, text] of lacks) {
      const caller = lineAt(part, row);
      const time = sent === null ? null : sent - parts[part].clock.nanos;
      below(caller, {key: `lack ${part} ${caller.children.length}`, lack: text, children: [], at: time ?? caller.at,
        begin: 0});
      if (time !== null) (caller.lacking ??= []).push(time);
    }
    const all = [];
    const add = (line, depth) => {
      line.depth = depth;
      all.push(line);
      line.children.sort((a, b) => a.at + a.begin - b.at - b.begin).forEach((child) => add(child, depth + 1));
    };
    lines.flat().filter((line) => !line.above).forEach((line) => add(line, 0));
    return all;
  }

  const request = (id, parts, lacks, more) => {
    const lines = linesOfAll(placed(parts), lacks);
    const from = Math.min(...parts.map((part) => part.at));
    const nanos = Math.max(...parts.map((part) => part.at + part.trace.nanos)) - from;
    const isWaitedFor = (part) => part.above < 0 || (part.how === "call" && isWaitedFor(parts[part.above]));
    return {id, parts, lines, from, nanos: Math.max(1, nanos), isWaitedFor, ...more};
  };

  const alone = (trace) =>
    request(trace.id, [{trace, number: 0, program: programId(trace), above: -1, row: -1, begin: 0, sent: null}], [], {});

  const rowOf = new Map();
  const sent = new Map(); // by trace that works for several messages: requests that sent them
  for (const row of model.joined ?? []) {
    row.parts.forEach(([key]) => rowOf.set(byId.get(key), row));
    for (const key of row.linked) sent.set(byId.get(key), [...sent.get(byId.get(key)) ?? [], row]);
  }
  const receivers = (trace) => (rowOf.get(trace)?.linked ?? []).map((key) => byId.get(key)).filter(Boolean);
  const senders = (trace) => (sent.get(trace) ?? []).map((row) => byId.get(row.parts[0][0]));

  // The request that a trace is of, if more is known of it than the trace; else undefined.
  function of(trace) {
    const row = rowOf.get(trace);
    return row && request(row.w3cTrace, row.parts.map(([key, above, at, begin, sent, how], number) => ({
      trace: byId.get(key), number, program: programId(byId.get(key)), above, row: at, begin, sent, how,
    })), row.lacks, {joined: row});
  }

  // Programs that an operation waits for, whose time is in its self time: Map operation → names.
  const waits = new Map();
  for (const {parts} of model.joined ?? []) {
    for (const [key, above, row, , , how] of parts) {
      const op = how === "call" ? byId.get(parts[above]?.[0])?.tree?.[row]?.[0] : undefined;
      if (op !== undefined) waits.set(op, (waits.get(op) ?? new Set()).add(recording.programOf(byId.get(key))));
    }
  }

  return {of, alone, receivers, senders, waitsFor: (op) => [...waits.get(op) ?? []].join(", ")};
})();
