// What the live pages share: they ask for status.json every second. Texts go into the page as text alone.
const live = (() => {
  const SECOND = 1000;
  const at = (id) => document.getElementById(id);
  const none = "–";
  const known = (value, show) => (value === null || value === undefined ? none : show(value));
  const count = (value) => units.count(value);
  const brief = (value) => known(value, units.brief);
  const bytes = (value) => known(value, (v) => units.amount(v, "bytes"));
  const time = (value) => units.duration(value);
  const clock = (ms) => new Date(ms).toISOString().slice(11, 19);
  const drops = (byCause) => Object.entries(byCause).map(([cause, n]) => count(n) + " " + cause).join(", ") || "0";
  const sum = (byCause) => Object.values(byCause).reduce((all, n) => all + n, 0);

  // A chart over time; what is drawn is drawn again when the width changes.
  function chart(id, format, log) {
    const place = at("chart-" + id);
    const title = place.parentNode.querySelector("figcaption");
    let shown = [];
    const draw = () => plot.draw(place, {
      title: title.textContent,
      x: {kind: "time", title: "", names: []},
      y: {kind: log ? "log" : "linear", title: "", names: [], format},
      series: shown,
    }, 210);
    theme.onRedraw(draw);
    return (lines) => {
      shown = lines;
      draw();
    };
  }

  const points = (series, values, positive) =>
    series.time.map((t, i) => [t, positive && !(values[i] > 0) ? null : values[i]]);
  const line = (name, data) => ({kind: "line", name, data});

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
    draw(bars.map(([name, values]) => ({kind: "stacked", name, data: points(series, values, true)})));
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
    at("producers-about").textContent = all > status.producers.length
      ? "The " + status.producers.length + " busiest of " + count(all) + "." : "";
    table("producers", producerColumns, status.producers);
  }

  // What is in the head of the page: the badge shows a word, and about tells more.
  function head(status, word, about) {
    document.title = brief(status.recordsPerSecond) + "/s · " + status.source + " · Sluice watch";
    at("source").textContent = status.source;
    at("badge").className = "badge " + status.state;
    at("badge").textContent = word;
    at("about").textContent = about + " · since " + new Date(status.started).toISOString().slice(0, 19).replace("T",
      " ") + " UTC · " + status.audit.verdict;
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
        at("about").textContent =
          "The command has ended, or cannot be reached; what is below is the last it told. " + e.message;
      }
      setTimeout(ask, document.hidden ? 5 * SECOND : SECOND);
    }
    at("pause").addEventListener("click", () => {
      paused = !paused;
      at("pause").textContent = paused ? "Go on" : "Pause";
    });
    document.querySelectorAll("select").forEach((one) =>
      one.addEventListener("change", () => status && show(status)));
    ask();
  }

  return {at, brief, bytes, time, clock, count, known, drops, sum, ago, chart, points, line, drawLosses, tiles,
    lossTiles, table, showProducers, head, series, start};
})();
