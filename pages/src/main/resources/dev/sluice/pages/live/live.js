// What the live pages share: they ask the command every second, and say how far what they show is to be believed.
const live = (() => {
  const {html, replace, asTable} = elements;
  const {count, plural, clock} = units;
  const SECOND = 1000;
  const LINES = 5;
  const CAUSES = {
    ring_full: "its buffer was full: records came faster than they could be packed",
    block_deadline: "its buffer was full until the timeout for waiting",
    evicted: "waiting chunks were dropped to make room for newer ones",
    oversize: "they are larger than the maximum chunk size",
    encode_error: "they could not be encoded",
    write_rejected: "the sink rejected them or failed",
    spill_full: "its spill directory was full",
    closed: "they were recorded after its shutdown, or the shutdown timed out",
  };

  const known = (value, show) => (value === null || value === undefined ? "–" : show(value));
  const brief = (value) => known(value, units.brief);
  const sum = (byCause) => Object.values(byCause).reduce((all, n) => all + n, 0);
  const drops = (byCause) => Object.entries(byCause).map(([cause, n]) => `${count(n)} ${cause}`).join(", ") || "0";

  const head = {
    source: html("bdi", null, "…"),
    badge: html("span", {class: "badge", id: "badge"}, "connecting"),
    choices: html("span", {class: "controls"}),
    pause: html("button", {type: "button", class: "controls", "data-f": "pause", title: "Key p"}),
    about: html("p", {class: "meta", id: "about"}),
    standing: html("span", {role: "status"}),
    held: html("div", {class: "held controls", role: "group", "aria-label": "The page is not updated", hidden: true}),
    losses: html("section", {class: "losses", "aria-label": "Losses", "aria-live": "polite"}),
  };
  const range = html("select", null, html("option", {value: "minutes"}, "the last 5 minutes"),
    html("option", {value: "day"}, "the last day"));
  const say = (node, text) => node.textContent === text || (node.textContent = text);

  // A chart over time below its title.
  function chart(title, format, kind = "linear") {
    const place = html("div");
    let series = [];
    const model = () => ({title, x: {kind: "time", title: "", names: []}, y: {kind, title: "", names: [], format},
      series});
    const table = asTable(title, () => plot.table(model()));
    const figure = html("figure", null, html("figcaption", null, title), place, table);
    const redraw = () => figure.isConnected && !figure.hidden && plot.draw(place, model(), 180);
    theme.onRedraw(redraw);
    function draw(lines) {
      series = lines;
      redraw();
      if (!table.open) table.lastElementChild.replaceChildren();
    }
    return {figure, draw};
  }
  const points = (of, values, positive) =>
    of.time.map((time, i) => [time, positive && !(values[i] > 0) ? null : values[i]]);
  const line = (name, of, values, positive) => ({kind: "line", name, data: points(of, values, positive)});
  const losses = chart("Lost: records dropped by cause, chunks missing", brief);
  // If there are any.
  function drawLosses(of) {
    const lost = [...Object.entries(of.dropped), ["missing chunks", of.missing]]
      .filter(([, values]) => values.some((n) => n > 0));
    losses.figure.hidden = !lost.length;
    losses.draw(lost.map(([name, values]) => ({kind: "stacked", name, data: points(of, values, true)})));
  }

  const table = (caption, columns, rows, options) =>
    tables.table(columns.map(([title, cell]) => ({key: title, head: title.replace(/^>/, ""), cell,
      number: title.startsWith(">")})), rows, {caption, class: "compact", ...options});
  const producers = (status) =>
    table("Programs", [
      ["program", (p) => html("bdi", null, p.name || p.id)],
      [">records/s", (p) => count(p.rate)],
      [">emitted", (p) => count(p.emitted)],
      [">delivered", (p) => count(p.delivered)],
      [">chunks missing", (p) => count(p.missing)],
      ["dropped", (p) => drops(p.dropped)],
      [">came twice", (p) => count(p.duplicates)],
      ["state", (p) => (p.ended ? "ended" : "runs")],
    ], status.producers, {limit: 20});

  // Why, of several causes with how many.
  const because = (byCause) =>
    Object.entries(byCause).map(([cause, n], i, all) =>
      `${all.length > 1 ? (i ? ", " : ": ") + count(n) : ""} because ${CAUSES[cause] ?? "of that"} (${cause})`).join("");
  function lossOf(producer) {
    const dropped = sum(producer.dropped);
    const [first, last] = producer.lost ?? [];
    const seen = first === undefined ? "" : first === last ? `, seen at ${clock(first)} UTC`
      : `, since ${clock(first)}, last at ${clock(last)} UTC`;
    return html("span", null, html("bdi", null, producer.name || producer.id), " lost ",
      [dropped && `${plural(dropped, "record")}${because(producer.dropped)}`,
        producer.missing && `${plural(producer.missing, "chunk")}, unless late`]
        .filter(Boolean).join("; "), seen, ".");
  }
  function lossLines({audit, producers: all, records}) {
    const lossy = all.filter((one) => one.missing || sum(one.dropped));
    const others = [
      [audit.damaged, "region is damaged", "regions are damaged"],
      [audit.unknown, "chunk is unknown, because too many arrived out of order", "chunks are unknown, because too many arrived out of order"],
      [audit.conflicts, "chunk is in conflict with others", "chunks are in conflict with others"],
      [audit.rejected, "record was rejected", "records were rejected"],
      [audit.forgotten, "program is not tracked (see max.producers)", "programs are not tracked (see max.producers)"],
    ].filter(([n]) => n > 0).map(([n, one, many]) => `${plural(n, one, many)}.`);
    const lines = [...lossy.slice(0, LINES).map(lossOf), ...others];
    if (lossy.length > LINES) lines.push(`${plural(lossy.length - LINES, "more program")} lost records; see the list below.`);
    if (!lines.length) {
      return html("p", {class: "nothing"}, records ? `✓ Nothing is lost: ${plural(records, "record")} of `
        + `${plural(audit.producers, "program")} arrived, and no record is known to be missing.` : "Nothing came yet.");
    }
    return html("ul", {class: "findings"}, lines.map((text) => html("li", {class: "missing"},
      html("span", {class: "sign", role: "img", "aria-label": "lost"}, "▲"), html("span", null, text))));
  }

  let page;
  let paused = false;
  let told = null; // the newest status
  let shown = null; // that of the picture
  let silence = null;

  const holding = () => (paused ? "paused" : page.holding?.() ?? null);

  function drawHead() {
    const [kind, word, about] = silence ?? page.words(told);
    head.badge.className = `badge ${kind}`;
    say(head.badge, word);
    const since = told && new Date(told.started).toISOString().slice(0, 19).replace("T", " ");
    say(head.about, [about, told && `watching since ${since} UTC`].filter(Boolean).join(" · "));
    const held = shown && holding();
    say(head.pause, held ? "Resume" : "Pause");
    head.pause.setAttribute("aria-pressed", String(Boolean(held)));
    head.held.hidden = !held;
    if (held) {
      say(head.standing, `The page shows ${clock(shown.time)} UTC and is not updated: ${held}. Collection continues, `
        + `${plural(told.records - shown.records, "record")} more came.`);
    }
    if (!told) return;
    document.title = `${brief(told.recordsPerSecond)}/s · ${told.source} · Sluice watch`;
    say(head.source, told.source);
    const lines = lossLines(told);
    if (lines.textContent !== head.losses.textContent) replace(head.losses, lines);
  }

  function show() {
    if (!told || (shown && holding()) || page.show(told) === false) return;
    shown = told;
    document.documentElement.dataset.shown = told.records;
  }

  function resume() {
    if (shown && holding()) {
      paused = false;
      page.release?.();
      show();
    } else {
      paused = true;
    }
    drawHead();
  }

  // The text at that path; null if it is not made yet.
  async function get(path) {
    const answer = await fetch(path, {cache: "no-store"});
    if (answer.status === 204) return null;
    if (answer.status === 404) throw "The command was restarted with a new token: open the address that it printed.";
    if (!answer.ok) throw `It answers with ${answer.status}.`;
    return answer.text();
  }

  async function ask() {
    try {
      const next = JSON.parse(await get("status.json"));
      if (next.version) {
        if (told && next.started !== told.started && !holding()) return location.reload(); // it was started anew
        told = next;
        silence = null;
        if (!holding()) await page.more?.();
        show();
      }
    } catch (e) {
      const why = typeof e === "string" ? e : "The page tries again every second.";
      silence ??= ["waiting", "no answer", `the command has ended or is unreachable since ${clock(Date.now())} UTC; `
        + `the figures below are its last ones.  ${why}`];
      if (e instanceof Error && e.name !== "TypeError") console.error(e);
    }
    drawHead();
    setTimeout(ask, document.hidden ? 5 * SECOND : SECOND);
  }

  // A page: words(status) gives [kind, word, sentence] of its state; show(status) draws and may be false, if it must
  // wait; more() asks for more; holding() says why the picture stands still, or null, and release() ends that.
  function start(of, choices) {
    page = of;
    replace(document.getElementById("head"),
      html("div", {class: "line"}, html("h1", null, "Watching ", head.source), head.badge,
        html("span", {class: "grow"}), head.choices, head.pause, theme.button()),
      head.about, head.held, head.losses);
    replace(head.choices, choices);
    replace(head.held, head.standing, " ",
      html("button", {type: "button", onclick: resume}, "Resume ", elements.key("p")));
    head.pause.addEventListener("click", resume);
    range.addEventListener("change", () => shown && page.show(shown));
    addEventListener("keydown", (event) => {
      const isText = event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey;
      if (event.key === "p" && !isText) resume();
    });
    say(head.pause, "Pause");
    ask();
  }

  const charts = (all) => [
    html("div", {class: "line"}, html("h2", null, "Over time"), html("label", null, "", range)),
    html("div", {class: "charts"}, [...all, losses].map((one) => one.figure)),
  ];
  range.setAttribute("aria-label", "Time of the charts");

  return {known, brief, sum, drops, chart, charts, points, line, drawLosses, table, producers, get, start,
    refresh: () => { show(); drawHead(); },
    ago: (status, ms) => `${units.duration(Math.max(0, status.time - ms) * 1e6)} ago`,
    series: (status) => status[range.value]};
})();
