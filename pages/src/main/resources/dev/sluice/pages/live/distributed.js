// The page of an analysis that several instances share.
(() => {
  const {html, replace} = elements;
  const {count, plural} = units;
  const {brief, known, line} = live;
  const parts = {tiles: html("section", {"aria-label": "Figures"}), instances: html("div"), partitions: html("div"),
    programs: html("div")};
  const records = live.chart("Records per second, all instances", brief);
  const waiting = live.chart("Messages not read yet, all partitions", brief);

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

  function words(status) {
    const wait = `${plural(status.lag, "message waits", "messages wait")}`;
    const commit = status.lastCommit === null ? "no commit seen yet"
      : `last commit seen ${live.ago(status, status.lastCommit)}`;
    const [kind, word, about] = {
      running: ["running", "running", commit],
      standing: ["waiting", "stands still", `no instance works on it, ${wait}`],
      done: ["ended", "all analysed", "no instance works on it, nothing waits"],
      trouble: ["waiting", "waiting", status.trouble],
    }[status.state];
    return [kind, word, `${about} · application id ${status.applicationId}`];
  }

  const tile = (name, value, more, isBad) =>
    html("div", {class: isBad ? "tile bad" : "tile"}, html("span", {class: "words"}, html("span", {class: "k"}, name),
      html("b", null, value), html("small", null, more)));

  function show(status) {
    const {audit, instances, partitions} = status;
    const seen = (figure) => (status.lag === null ? null : figure);
    const stands = status.recordsPerSecond === 0 && status.lag > 0;
    const series = live.series(status);
    const has = new Map(instances.map((one) => [one.id, partitions.filter((p) => p.instance === one.id)]));
    replace(parts.tiles, html("div", {class: "tiles"},
      tile("Records a second", brief(status.recordsPerSecond), stands ? "▲ stands still" : "analysed and committed",
        stands),
      tile("Messages that wait", count(status.lag), `in ${plural(partitions.length, "partition")}`),
      tile("Records analysed", brief(seen(status.records)), `in ${plural(status.chunks, "chunk")}`),
      tile("Instances", count(seen(instances.length)), status.state === "standing" ? "▲ nobody works" : "at work",
        status.state === "standing"),
      tile("Programs at work", count(audit.producers - audit.ended), `${count(audit.ended)} ended`)));
    records.draw([line("records", series, series.records)]);
    waiting.draw([line("messages", series, series.lag)]);
    live.drawLosses(series);
    replace(parts.instances, status.trouble && elements.note("Currently unknown; these are the last known values."),
      live.table("Instances", [
        ["instance", (i) => i.id],
        ["host", (i) => html("bdi", null, i.host)],
        [">threads", (i) => count(i.threads)],
        [">messages waiting", (i) => count(total(has.get(i.id), "lag"))],
        [">messages/s", (i) => known(has.get(i.id).some((p) => p.perSecond === null) ? null
          : total(has.get(i.id), "perSecond"), count)],
        ["partitions", (i) => ranges(has.get(i.id), status.applicationId) || "none"],
        ["client", (i) => i.client],
      ], instances));
    replace(parts.partitions, live.table("Partitions", [
      ["partition", (p) => p.name],
      ["instance", (p) => p.instance || "nobody"],
      [">committed", (p) => count(p.committed)],
      [">end", (p) => count(p.end)],
      [">messages waiting", (p) => count(p.lag)],
      [">messages/s", (p) => count(p.perSecond)],
    ], [...partitions].sort((a, b) => (b.lag || 0) - (a.lag || 0))));
    replace(parts.programs, live.producers(status));
  }

  replace(document.getElementById("app"), html("main", null, parts.tiles, live.charts([records, waiting]),
    html("h2", null, "Instances"), parts.instances, html("h2", null, "Partitions"), parts.partitions,
    html("h2", null, "Programs"), parts.programs));
  document.getElementById("collecting").remove();
  live.start({words, show});
})();
