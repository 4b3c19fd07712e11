// Asks for status.json every second and shows it. Texts go into the page as text alone.
(function () {
  "use strict";
  const SECOND = 1000;
  // Okabe and Ito: told apart by people with colour-blindness too.
  const colors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d", "#8a6d00"];
  const at = (id) => document.getElementById(id);
  const number = new Intl.NumberFormat("en", {maximumSignificantDigits: 3});
  const whole = new Intl.NumberFormat("en", {maximumFractionDigits: 0});
  const encode = echarts.format.encodeHTML;
  const none = "–";
  const known = (value, show) => (value === null || value === undefined ? none : show(value));
  const count = (value) => known(value, (v) => whole.format(v));
  const brief = (value) => known(value, (v) => (v < 10000 ? number.format(v) : v < 1e6 ? number.format(v / 1e3) + " k" : v < 1e9 ? number.format(v / 1e6) + " M" : number.format(v / 1e9) + " G"));
  const bytes = (value) => known(value, (v) => (v < 1024 ? whole.format(v) + " B" : v < 1048576 ? number.format(v / 1024) + " KiB" : v < 1073741824 ? number.format(v / 1048576) + " MiB" : number.format(v / 1073741824) + " GiB"));
  const time = (value) => known(value, (ns) => (ns < 1e3 ? number.format(ns) + " ns" : ns < 1e6 ? number.format(ns / 1e3) + " µs" : ns < 1e9 ? number.format(ns / 1e6) + " ms" : ns < 120e9 ? number.format(ns / 1e9) + " s" : ns < 7200e9 ? number.format(ns / 60e9) + " min" : ns < 172800e9 ? number.format(ns / 3600e9) + " h" : number.format(ns / 86400e9) + " d"));
  const clock = (ms) => new Date(ms).toISOString().slice(11, 19);
  const drops = (byCause) => Object.entries(byCause).map(([cause, n]) => count(n) + " " + cause).join(", ") || "0";
  const sum = (byCause) => Object.values(byCause).reduce((all, n) => all + n, 0);

  const charts = {};
  function chart(id, format, log) {
    const drawn = echarts.init(at("chart-" + id), null, {renderer: "svg"});
    drawn.setOption({
      animation: false,
      useUTC: true,
      color: colors,
      textStyle: {fontFamily: "sans-serif"},
      grid: {left: 8, right: 20, top: 34, bottom: 4, containLabel: true},
      legend: {top: 0, left: 0, type: "scroll"},
      tooltip: {
        trigger: "axis",
        confine: true,
        formatter: (items) => encode(items.length ? clock(items[0].value[0]) + " UTC" : "") + items.map((item) => "<br>" + encode(item.seriesName) + ": " + encode(format(item.value[1]))).join(""),
      },
      xAxis: {type: "time", splitNumber: 2, axisLabel: {hideOverlap: true}},
      yAxis: {type: log ? "log" : "value", min: log ? undefined : 0, axisLabel: {formatter: format}, splitNumber: 4},
    });
    charts[id] = drawn;
    return (lines) => drawn.setOption({legend: {show: lines.length > 1}, series: lines}, {replaceMerge: ["series"]});
  }
  const drawRecords = chart("records", brief);
  const drawBytes = chart("bytes", bytes);
  const drawLatency = chart("latency", time, true);
  const drawLagTime = chart("lag", (v) => lagFormat(v));
  const drawLosses = chart("losses", brief);
  let lagFormat = time;
  addEventListener("resize", () => Object.values(charts).forEach((one) => one.resize()));

  const points = (series, values, positive) => series.time.map((t, i) => [t, positive && !(values[i] > 0) ? null : values[i]]);
  const line = (name, data) => ({type: "line", name, data, showSymbol: data.filter((p) => p[1] !== null).length < 40, symbolSize: 4, lineStyle: {width: 1.5}});

  function tiles(all) {
    at("tiles").replaceChildren(
      ...all.map(([name, value, bad]) => {
        const tile = document.createElement("div");
        tile.className = bad ? "tile bad" : "tile";
        const figure = document.createElement("b");
        figure.textContent = value;
        const label = document.createElement("span");
        label.textContent = name;
        tile.append(figure, label);
        return tile;
      })
    );
  }

  // Columns: a heading, which begins with > over figures, and what a row has there.
  function table(id, columns, rows) {
    const row = (kind, cells) => {
      const tr = document.createElement("tr");
      cells.forEach((text, i) => {
        const cell = document.createElement(kind);
        if (columns[i][0].startsWith(">")) cell.className = "figure";
        cell.textContent = text;
        if (kind === "td" && text.length > 60) cell.title = text;
        tr.append(cell);
      });
      return tr;
    };
    const head = document.createElement("thead");
    head.append(row("th", columns.map(([heading]) => heading.replace(/^>/, ""))));
    const body = document.createElement("tbody");
    body.append(...rows.map((one) => row("td", columns.map(([, cell]) => cell(one)))));
    at(id).className = columns.length > 9 ? "wide" : "";
    at(id).replaceChildren(head, body);
  }

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
  const producerColumns = [
    ["producer", (p) => p.name || p.id],
    [">records/s", (p) => count(p.rate)],
    [">emitted", (p) => count(p.emitted)],
    [">delivered", (p) => count(p.delivered)],
    [">missing chunks", (p) => count(p.missing)],
    [">duplicates", (p) => count(p.duplicates)],
    ["dropped", (p) => drops(p.dropped)],
    ["ended", (p) => (p.ended ? "yes" : "no")],
  ];
  const lossColumns = [
    ["seen, UTC", (l) => clock(l.time)],
    ["producer", (l) => l.name || l.producer || ""],
    [">missing chunks", (l) => (l.missing ? count(l.missing) : "")],
    ["dropped", (l) => (sum(l.dropped) ? drops(l.dropped) : "")],
    ["damage", (l) => l.damage || ""],
  ];

  function draw(status) {
    const series = status[at("range").value];
    drawRecords([line("records", points(series, series.records))]);
    drawBytes([line("bytes", points(series, series.bytes))]);
    drawLatency(["p50", "p99", "max"].map((name) => line(name, points(series, series[name], true))));
    const messages = status.lag.messages !== null;
    lagFormat = messages ? brief : time;
    at("lag-title").textContent = messages ? "Consumer lag, messages" : "Time behind: age of the newest record when it was read";
    drawLagTime([line("lag", points(series, messages ? series.lag : series.behind))]);
    const bars = Object.entries(series.dropped).map(([cause, values]) => [cause, values]);
    bars.push(["missing chunks", series.missing]);
    drawLosses(bars.map(([name, values]) => ({type: "bar", name, stack: "all", barMaxWidth: 12, data: points(series, values, true)})));
  }

  function show(status) {
    const audit = status.audit;
    const dropped = sum(audit.dropped);
    document.title = brief(status.recordsPerSecond) + "/s · " + status.source + " · Sluice watch";
    at("source").textContent = status.source;
    at("badge").className = "badge " + status.state;
    at("badge").textContent = {running: "running", ended: "the source has ended", trouble: "waiting"}[status.state];
    const last = status.lag.lastChunk;
    const idle = last === null ? "no chunk yet" : "last chunk " + time(Math.max(0, status.time - last) * 1e6) + " ago";
    at("about").textContent = (status.trouble || idle) + " · since " + new Date(status.started).toISOString().slice(0, 19).replace("T", " ") + " UTC · " + audit.verdict;
    tiles([
      ["records a second", brief(status.recordsPerSecond)],
      ["bytes a second", bytes(status.bytesPerSecond)],
      ["records", brief(status.records)],
      status.lag.messages === null ? ["behind", time(latest(status.minutes.behind))] : ["messages waiting", count(status.lag.messages)],
      ["p99 of requests", time(latest(status.minutes.p99))],
      ["records dropped", count(dropped), dropped > 0],
      ["chunks missing", count(audit.missing), audit.missing > 0],
      ["damaged", count(audit.damaged), audit.damaged > 0],
      ["producers at work", count(audit.producers - audit.ended) + " of " + count(audit.producers)],
    ]);
    draw(status);
    const choice = at("window").value;
    const shown = status.operations[choice];
    const counts = status.traces.counts;
    at("operations-about").textContent =
      (choice === "recent" ? "The last " + count(status.operations.recentSeconds) + " s. " : "Since the start. ") +
      count(status.operations.known) + " operations in all; traces since the start: " + count(counts.valid) + " valid, " + count(counts.incomplete) + " incomplete, " + count(counts.broken) + " broken" +
      (Object.keys(counts.reasons).length ? " (" + drops(counts.reasons) + ")" : "") + ".";
    table("operations", operationColumns, shown);
    at("producers-about").textContent = audit.producers > status.producers.length ? "The " + status.producers.length + " busiest of " + count(audit.producers) + "." : "";
    table("producers", producerColumns, status.producers);
    at("losses-about").textContent = status.losses.length ? "The last " + status.losses.length + ", newest first. Missing chunks may still come late." : "None.";
    table("losses", lossColumns, status.losses);
    const partitions = Object.entries(status.lag.partitions);
    at("partitions-part").hidden = partitions.length === 0;
    table("partitions", [["partition", (p) => p[0]], [">messages waiting", (p) => count(p[1])]], partitions);
    document.documentElement.dataset.shown = status.records;
  }

  // The last one of the last ten that is known.
  function latest(values) {
    for (let i = values.length - 1; i >= Math.max(0, values.length - 10); i--) {
      if (values[i] !== null) return values[i];
    }
    return null;
  }

  let paused = false;
  let status = null;
  async function ask() {
    try {
      const answer = await fetch("status.json", {cache: "no-store"});
      if (!answer.ok) throw new Error("status " + answer.status);
      const told = await answer.json();
      if (told.version && !paused) {
        status = told;
        show(status);
      }
    } catch (e) {
      at("badge").className = "badge lost";
      at("badge").textContent = "no answer";
      at("about").textContent = "The command has ended, or cannot be reached; what is below is the last it told. " + e.message;
    }
    setTimeout(ask, document.hidden ? 5 * SECOND : SECOND);
  }
  at("pause").addEventListener("click", () => {
    paused = !paused;
    at("pause").textContent = paused ? "Go on" : "Pause";
  });
  for (const id of ["range", "window"]) at(id).addEventListener("change", () => status && show(status));
  ask();
})();
