// What the live pages share: they ask for status.json every second. Texts go into the page as text alone.
const live = (function () {
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

  // Records dropped by cause and chunks missing, as bars on each other.
  function drawLosses(draw, series) {
    const bars = Object.entries(series.dropped).map(([cause, values]) => [cause, values]);
    bars.push(["missing chunks", series.missing]);
    draw(bars.map(([name, values]) => ({type: "bar", name, stack: "all", barMaxWidth: 12, data: points(series, values, true)})));
  }

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
  function showProducers(status) {
    const all = status.audit.producers;
    at("producers-about").textContent = all > status.producers.length ? "The " + status.producers.length + " busiest of " + count(all) + "." : "";
    table("producers", producerColumns, status.producers);
  }

  // What is in the head of the page: the badge shows a word, and about tells more.
  function head(status, word, about) {
    document.title = brief(status.recordsPerSecond) + "/s · " + status.source + " · Sluice watch";
    at("source").textContent = status.source;
    at("badge").className = "badge " + status.state;
    at("badge").textContent = word;
    at("about").textContent = about + " · since " + new Date(status.started).toISOString().slice(0, 19).replace("T", " ") + " UTC · " + status.audit.verdict;
    document.documentElement.dataset.shown = status.records;
  }

  const ago = (status, ms) => time(Math.max(0, status.time - ms) * 1e6) + " ago";
  const lossTiles = (audit) => [
    ["records dropped", count(sum(audit.dropped)), sum(audit.dropped) > 0],
    ["chunks missing", count(audit.missing), audit.missing > 0],
    ["damaged", count(audit.damaged), audit.damaged > 0],
    ["producers at work", count(audit.producers - audit.ended) + " of " + count(audit.producers)],
  ];
  const series = (status) => status[at("range").value];

  // Asks from now on; show gets each answer, and the last one again when a choice changes.
  function start(show) {
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
    document.querySelectorAll("select").forEach((one) => one.addEventListener("change", () => status && show(status)));
    ask();
  }

  return {at, brief, bytes, time, clock, count, known, drops, sum, ago, chart, points, line, drawLosses, tiles, lossTiles, table, showProducers, head, series, start};
})();
