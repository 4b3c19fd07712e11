// The page of an analysis that several instances share.
(() => {
  const {at, brief, count, known, chart, points, line, table} = live;
  const MOST_ROWS = 200;

  const drawRecords = chart("records", brief);
  const drawLag = chart("lag", brief);
  const drawLosses = chart("losses", brief);

  // Partitions as "records 0–3, 7; parts-repartition 0": internal topics without the application id.
  function ranges(partitions, id) {
    const byTopic = new Map();
    for (const {name} of partitions) {
      const dash = name.lastIndexOf("-");
      const topic = name.slice(name.startsWith(id + "-") ? id.length + 1 : 0, dash);
      if (!byTopic.has(topic)) byTopic.set(topic, []);
      byTopic.get(topic).push(Number(name.slice(dash + 1)));
    }
    return [...byTopic].map(([topic, numbers]) => topic + " " + runs(numbers.sort((a, b) => a - b))).join("; ");
  }
  function runs(numbers) {
    const all = [];
    for (const n of numbers) {
      const last = all[all.length - 1];
      if (last && last[1] === n - 1) last[1] = n;
      else all.push([n, n]);
    }
    return all.map(([from, to]) => (from === to ? from : from + "–" + to)).join(", ");
  }

  const total = (partitions, figure) => partitions.reduce((all, one) => all + one[figure], 0);
  const instanceColumns = [
    ["instance", (i) => i.id],
    ["host", (i) => i.host],
    [">threads", (i) => count(i.threads)],
    [">messages waiting", (i) => count(total(i.has, "lag"))],
    [">messages/s", (i) => known(i.has.some((p) => p.perSecond === null) ? null : total(i.has, "perSecond"), count)],
    ["partitions", (i) => ranges(i.has, i.application) || "none"],
    ["client", (i) => i.client],
  ];
  const partitionColumns = [
    ["partition", (p) => p.name],
    ["instance", (p) => p.instance || "nobody"],
    [">committed", (p) => count(p.committed)],
    [">end", (p) => count(p.end)],
    [">messages waiting", (p) => count(p.lag)],
    [">messages/s", (p) => count(p.perSecond)],
  ];
  const lossColumns = [
    ["what", (l) => l[0]],
    [">how many", (l) => count(l[1])],
  ];
  const words = {running: "running", standing: "stands still", done: "all analysed", trouble: "waiting"};

  function about(status) {
    const commit = status.lastCommit === null ? "no commit seen yet"
      : "last commit seen " + live.ago(status, status.lastCommit);
    const nobody = "no instance works on it, " + count(status.lag) + (status.lag === 1 ? " message waits"
      : " messages wait");
    return {running: commit, standing: nobody, done: "no instance works on it, nothing waits",
      trouble: status.trouble}[status.state] + " · application id " + status.applicationId;
  }

  function show(status) {
    live.head(status, words[status.state], about(status));
    const seen = (figure) => (status.lag === null ? null : figure);
    live.tiles([
      ["records a second", brief(status.recordsPerSecond), status.recordsPerSecond === 0 && status.lag > 0],
      ["messages waiting", count(status.lag)],
      ["records analysed", brief(seen(status.records))],
      ["instances", count(seen(status.instances.length)), status.state === "standing"],
      ...live.lossTiles(status.audit),
    ]);
    const series = live.series(status);
    drawRecords([line("records", points(series, series.records))]);
    drawLag([line("messages", points(series, series.lag))]);
    live.drawLosses(drawLosses, series);
    const has = new Map(status.instances.map((one) => [one.id, []]));
    status.partitions.forEach((p) => has.has(p.instance) && has.get(p.instance).push(p));
    const instances = status.instances.map((one) =>
      ({...one, has: has.get(one.id), application: status.applicationId}));
    rows("instances", instanceColumns, instances, "instances", status.trouble
      ? "Not known now; the last that were seen." : "");
    rows("partitions", partitionColumns, status.partitions, "partitions, those with the most messages waiting", "");
    const audit = status.audit;
    const lost = [
      ...Object.entries(audit.dropped).map(([cause, n]) => ["records dropped, " + cause, n]),
      ["chunks missing", audit.missing],
      ["chunks unknown, too many out of order", audit.unknown],
      ["regions damaged", audit.damaged],
      ["chunks that came twice, left out", audit.duplicates],
      ["chunks in conflict with others", audit.conflicts],
      ["records rejected", audit.rejected],
    ].filter((one) => one[1] > 0);
    at("losses-about").textContent = lost.length
      ? count(audit.chunks) + " chunks with " + count(status.records) + " records are analysed, of "
        + count(audit.emitted) + " that producers emitted." : "None.";
    at("losses").hidden = lost.length === 0;
    table("losses", lossColumns, lost);
    live.showProducers(status);
  }

  // Not more rows than a browser draws at once.
  function rows(id, columns, all, what, otherwise) {
    const many = all.length > MOST_ROWS;
    const shown = many ? [...all].sort((a, b) => (b.lag || 0) - (a.lag || 0)).slice(0, MOST_ROWS) : all;
    at(id + "-about").textContent = many ? MOST_ROWS + " of " + count(all.length) + " " + what + "." : all.length
      ? otherwise : "None.";
    at(id).hidden = all.length === 0;
    table(id, columns, shown);
  }

  live.start(show);
})();
