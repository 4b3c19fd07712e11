// The page of a source that is analysed while it grows: the report of its last minutes, made anew again and again.
(() => {
  const {html, replace, keepFocus, note} = elements;
  const {duration, count, percent, plural, clock} = units;
  const {brief, known, line} = live;
  const MINUTES = [1, 5, 15];
  const SILENT = 15000; // milliseconds without a chunk
  const BUSY = 2000; // and without a key or a click, while somebody reads
  const LATELY = 5;
  const LATE = 10e9; // nanoseconds
  const listeners = {};
  const collecting = document.getElementById("collecting");
  let minutes = 5;
  let model = null; // JSON
  let report = null;
  let picture = null; // the status that belongs to it
  let redraw = null;
  let touched = -BUSY;
  let isPressed = false;

  // The last of a series that is known, or the mean of the last few.
  const latest = (values) => values.slice(-2 * LATELY).filter((value) => value !== null).pop() ?? null;
  const lately = (values) => {
    const last = values.slice(-LATELY);
    return last.length ? last.reduce((all, n) => all + n, 0) / last.length : null;
  };

  function tiles(overview, recording, state) {
    const {audit, lag, minutes: series} = picture;
    const {n, failed, p50, p99, mean, max} = recording.requestFigures(state.now.request, true);
    const seconds = recording.model.span / 1e9;
    const {slots} = recording.grid;
    const [all, wrong] = [2, 3].map((i) => {
      const sums = Array(slots).fill(0);
      for (const cell of recording.cellsOf(state.now.request)) sums[cell[0]] += cell[i];
      return sums;
    });
    const running = audit.producers - audit.ended;
    const isOver = picture.state === "ended" || (audit.producers > 0 && !running);
    const behind = latest(series.behind);
    const isLate = !isOver && behind > LATE; // then what is read a second is not what the programs do
    const isTopic = lag.messages !== null;
    return html("div", {class: "tiles"},
      overview.tile("Requests/s", brief(state.now.request < 0 && !isLate && !isOver ? lately(series.requests) : n / seconds),
        isLate ? `catching up: reads ${brief(lately(series.requests))}/s` : `mean ${brief(n / seconds)}`, {picture: overview.spark(all, "bar")}),
      overview.tile("p50", duration(p50 ?? latest(series.p50)), `mean ${duration(mean)}`),
      overview.tile("p99", duration(p99 ?? latest(series.p99)), `longest ${duration(max)}`),
      overview.tile("Failed/s", brief(failed / seconds),
        failed ? `${percent(failed / n)}, ${count(failed)}` : "none",
        {picture: failed > 0 && overview.spark(wrong, "bad"),
          href: failed ? state.link({tab: "traces", only: "failed"}) : null}),
      overview.tile("Programs at work", count(running), audit.ended ? `${count(audit.ended)} ended` : "none ended"),
      overview.tile("Delay", isTopic ? count(lag.messages) : isOver ? "–" : known(behind, duration),
        isTopic ? "messages wait" : isOver ? "all is read" : "age of records when read"));
  }

  // Takes from the report what is not of a live page.
  function prepare({overview, state, recording}) {
    const tilesOfRange = overview.tiles;
    state.TABS.splice(state.TABS.findIndex(([tab]) => tab === "resources"), 1);
    overview.isLive = true;
    overview.head = () => null;
    overview.made = "";
    overview.tiles = () => state.now.ranges[0] ? tilesOfRange() : tiles(overview, recording, state);
  }

  function drawReport() {
    const old = document.getElementById("app");
    const fresh = html("div", {id: "app"});
    const {all, ops} = JSON.parse(model);
    document.getElementById("data").textContent = model.replace(/</g, "\\u003c");
    document.querySelectorAll("dialog").forEach((dialog) => dialog.remove());
    keepFocus(() => {
      old.before(fresh); // the page keeps its height, so that it does not scroll
      if (all.n || ops[0].length) {
        report = reportOf((type, listener) => (listeners[type] = listener),
          {...theme, onRedraw: (draw) => (redraw = draw)}, prepare);
      } else {
        fresh.append(html("main", null, note("No request was recorded in this time.")));
      }
      old.remove();
    });
  }

  const latency = live.chart("Latency of requests", duration, "log");
  const records = live.chart("Records read a second", brief);
  const delay = live.chart("Age of records when they were read", duration);
  const waiting = live.chart("Messages that wait", brief);
  const parts = {programs: html("div"), damage: html("div"), partitions: html("div")};

  function drawCollecting(status) {
    const series = live.series(status);
    const isTopic = status.lag.messages !== null;
    latency.draw(["p50", "p99", "max"].map((name) => line(name, series, series[name], true)));
    records.draw([line("records", series, series.records)]);
    delay.figure.hidden = isTopic;
    waiting.figure.hidden = !isTopic;
    if (isTopic) waiting.draw([line("messages", series, series.lag)]);
    else delay.draw([line("age", series, series.behind)]);
    live.drawLosses(series);
    replace(parts.programs, live.producers(status));
    replace(parts.damage, status.losses.length > 0 && [html("h2", null, "Last losses"), live.table("Last losses", [
      ["seen, UTC", (l) => clock(l.time)],
      ["program", (l) => html("bdi", null, l.name || l.producer || "")],
      [">chunks missing", (l) => count(l.missing || null)],
      ["dropped", (l) => live.drops(l.dropped)],
      ["damage", (l) => l.damage ?? ""],
    ], status.losses, {limit: 10})]);
    const partitions = Object.entries(status.lag.partitions);
    replace(parts.partitions, partitions.length > 0 && [html("h2", null, "Partitions"), live.table("Partitions",
      [["partition", ([name]) => name], [">messages waiting", ([, n]) => count(n)]], partitions, {limit: 20})]);
  }

  function words(status) {
    const {audit, lag, state, time} = status;
    if (state === "trouble") return ["waiting", "waiting", status.trouble];
    if (state === "ended") return ["ended", "source ended", `the whole source is read: ${audit.verdict}; the page is not updated any more`];
    if (lag.lastChunk === null) return ["waiting", "nothing yet", "no program has sent a chunk yet"];
    const last = `last chunk ${live.ago(status, lag.lastChunk)}`;
    if (audit.producers > 0 && audit.ended === audit.producers) {
      const all = audit.ended === 1 ? "The program has" : `All ${count(audit.ended)} programs have`;
      return ["ended", "ended",
        `${all} ended, last chunk at ${clock(lag.lastChunk)} UTC: the page is updated again when a program starts`];
    }
    return time - lag.lastChunk < SILENT ? ["running", "running", last]
      : ["waiting", "silent", `${last}: idle, stopped or cut off`];
  }

  const choices = html("span", {class: "segments", role: "group", "aria-label": "Show the last minutes"});
  function choose(wanted) {
    minutes = wanted;
    for (const button of choices.children) {
      button.setAttribute("aria-pressed", String(+button.dataset.minutes === minutes));
    }
    page.more().then(live.refresh, () => {});
  }
  MINUTES.forEach((one) => choices.append(html("button", {type: "button", "data-minutes": one,
    "aria-pressed": String(one === minutes), onclick: () => choose(one)}, `${one} min`)));

  const page = {
    words,
    more: async () => (model = (await live.get(`report-${minutes}.json`)) ?? model),
    show(status) {
      if (!collecting.firstChild) {
        replace(collecting, live.charts([latency, records, delay, waiting]), html("h2", null, "Programs"),
          Object.values(parts));
      }
      const isBusy = isPressed || performance.now() - touched < BUSY;
      if (isBusy && report) return false;
      picture = status;
      if (model) drawReport();
      drawCollecting(status);
      return true;
    },
    holding() {
      const now = report?.state.now;
      return now?.ranges[0] ? "a part of it is selected"
        : now?.trace ? "a trace is open"
        : document.querySelector("#app details[open], dialog[open]") ? "a table or the list of keys is open"
        : null;
    },
    release() {
      touched = -BUSY;
      report?.state.set({ranges: [null, null], trace: null}, {quiet: true, replace: true});
      document.querySelectorAll("#app details[open], dialog[open]").forEach((one) => (one.open = false));
    },
  };

  for (const type of ["hashchange", "popstate", "keydown"]) addEventListener(type, (event) => listeners[type]?.(event));
  theme.onRedraw(() => redraw?.());
  const touch = () => (touched = performance.now());
  addEventListener("keydown", touch, true);
  addEventListener("pointerdown", (event) => {
    isPressed = Boolean(event.target.closest("#app"));
    if (isPressed) touch();
  }, true);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => (isPressed = false), true);
  live.start(page, choices);
})();
