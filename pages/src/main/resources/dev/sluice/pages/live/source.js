// The page of a source that is analysed while it grows.
(() => {
  const {at, brief, bytes, time, clock, count, known, drops, sum, ago, chart, points, line, tiles, table} = live;

  const drawRecords = chart("records", brief);
  const drawBytes = chart("bytes", bytes);
  const drawLatency = chart("latency", time, true);
  const drawLagTime = chart("lag", (v) => lagFormat(v));
  const drawLosses = chart("losses", brief);
  let lagFormat = time;

  const operationColumns = [
    ["operation", (o) => o.name],
    [">calls", (o) => count(o.calls)],
    [">self", (o) => time(o.self)],
    [">share", (o) => known(o.share, (s) => (100 * s).toFixed(1) + " %")],
    [">total", (o) => time(o.total)],
    [">mean", (o) => time(o.mean)],
    [">p50", (o) => time(o.p50)],
    [">p99", (o) => time(o.p99)],
    [">max", (o) => time(o.max)],
    [">failed", (o) => (o.failed ? count(o.failed) : "")],
  ];
  const lossColumns = [
    ["seen, UTC", (l) => clock(l.time)],
    ["producer", (l) => l.name || l.producer || ""],
    [">missing chunks", (l) => (l.missing ? count(l.missing) : "")],
    ["dropped", (l) => (sum(l.dropped) ? drops(l.dropped) : "")],
    ["damage", (l) => l.damage || ""],
  ];

  function draw(status) {
    const series = live.series(status);
    drawRecords([line("records", points(series, series.records))]);
    drawBytes([line("bytes", points(series, series.bytes))]);
    drawLatency(["p50", "p99", "max"].map((name) => line(name, points(series, series[name], true))));
    const messages = status.lag.messages !== null;
    lagFormat = messages ? brief : time;
    at("lag-title").textContent = messages ? "Consumer lag, messages"
      : "Time behind: age of the newest record when it was read";
    drawLagTime([line("lag", points(series, messages ? series.lag : series.behind))]);
    live.drawLosses(drawLosses, series);
  }

  function show(status) {
    const last = status.lag.lastChunk;
    const idle = last === null ? "no chunk yet" : "last chunk " + ago(status, last);
    live.head(status, {running: "running", ended: "the source has ended", trouble: "waiting"}[status.state],
      status.trouble || idle);
    tiles([
      ["records a second", brief(status.recordsPerSecond)],
      ["bytes a second", bytes(status.bytesPerSecond)],
      ["records", brief(status.records)],
      status.lag.messages === null ? ["behind", time(latest(status.minutes.behind))]
        : ["messages waiting", count(status.lag.messages)],
      ["p99 of requests", time(latest(status.minutes.p99))],
      ...live.lossTiles(status.audit),
    ]);
    draw(status);
    const choice = at("window").value;
    const shown = status.operations[choice];
    const counts = status.traces.counts;
    at("operations-about").textContent =
      (choice === "recent" ? "The last " + count(status.operations.recentSeconds) + " s. " : "Since the start. ") +
      count(status.operations.known) + " operations in all; traces since the start: " + count(counts.valid) + " valid, "
      + count(counts.incomplete) + " incomplete, " + count(counts.broken) + " broken" +
      (Object.keys(counts.reasons).length ? " (" + drops(counts.reasons) + ")" : "") + ".";
    table("operations", operationColumns, shown);
    live.showProducers(status);
    at("losses-about").textContent = status.losses.length
      ? "The last " + status.losses.length + ", newest first. Missing chunks may still come late." : "None.";
    table("losses", lossColumns, status.losses);
    const partitions = Object.entries(status.lag.partitions);
    at("partitions-part").hidden = partitions.length === 0;
    table("partitions", [["partition", (p) => p[0]], [">messages waiting", (p) => count(p[1])]], partitions);
  }

  // The last one of the last ten that is known.
  function latest(values) {
    for (let i = values.length - 1; i >= Math.max(0, values.length - 10); i--) {
      if (values[i] !== null) return values[i];
    }
    return null;
  }

  live.start(show);
})();
