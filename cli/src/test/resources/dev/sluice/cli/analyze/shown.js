// What a page shows, as data for the test: window.shown. Nothing here computes a figure.
window.shown = (() => {
  const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  const words = (node) => tidy(node?.textContent);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const isShown = (node) => node.checkVisibility();

  // The text of a cell; a figure on a bar and the small one after it are separated.
  function cell(node) {
    const bar = node.querySelector(".cellbar > span");
    const text = bar ? [...bar.childNodes].map((part) => tidy(part.textContent)).join("|") : words(node);
    const link = node.querySelector("a");
    return {text, title: node.querySelector("[title]")?.title ?? "", href: link?.getAttribute("href") ?? "",
      label: link?.getAttribute("aria-label") ?? ""};
  }
  const table = (node) => ({
    caption: words(node.querySelector("caption")) || node.getAttribute("aria-label") || "",
    heads: all("thead th", node).map((head) => words(head).replace(/ [↓↑]$/, "")),
    rows: all("tbody tr", node).map((row) => [...row.children].map(cell)),
  });
  const tables = (root) => (root ? all("table", root).filter(isShown).map(table) : []);
  const tiles = () => all(".tile").map((tile) => ["k", "b", "small"].map((part) =>
    words(tile.querySelector(part === "k" ? ".k" : part))));
  // All of them: rows and the rest are shown by buttons.
  function findings() {
    for (let more; (more = document.querySelector("[data-f=all-findings], [data-f^=row-]"));) more.click();
    return all(".findings li").map(finding);
  }
  const finding = (one) => {
    const text = one.querySelector(".words").cloneNode(true);
    text.querySelector(".sure")?.remove();
    return {text: words(text), cost: words(one.querySelector(".cost")),
      href: one.querySelector("a")?.getAttribute("href") ?? ""};
  };

  const number = (node, name) => +node.getAttribute(name);
  function heat() {
    const picture = document.querySelector("svg.heat");
    if (!picture) return null;
    const labels = all("text.dim", picture).map((node) => ({x: number(node, "x"), y: number(node, "y"),
      text: words(node), anchor: node.getAttribute("text-anchor")}));
    const cells = Array.from({length: 8}, (_, i) => i + 1).flatMap((level) => all("path.heat" + level, picture)
      .flatMap((path) => [...path.getAttribute("d").matchAll(/M([\d.-]+) ([\d.-]+)h([\d.]+)v([\d.]+)/g)]
        .map((found) => [level, ...found.slice(1).map(Number)])));
    const frame = picture.querySelector("rect.frame");
    return {label: picture.getAttribute("aria-label"), labels, cells,
      frame: ["x", "y", "width", "height"].map((name) => number(frame, name))};
  }

  // Charts: labels of both axes, at their lines where they have one, and what is drawn of each series in its order: the
  // middles of marks, the points of its line, and the ends of its intervals.
  function chart(picture) {
    const texts = all("text.dim", picture).map((node) => {
      const moved = /translate\(([\d.-]+) ([\d.-]+)\)/.exec(node.getAttribute("transform"));
      return {isDown: node.getAttribute("text-anchor") === "end" && !moved, text: words(node),
        at: moved ? [+moved[1] - 4, +moved[2]] : [number(node, "x"), number(node, "y") - 4]};
    });
    const lines = all("line.grid", picture).map((node) => ["x1", "y1", "x2", "y2"].map((name) => number(node, name)));
    const of = (isDown) => texts.filter((one) => one.isDown === isDown).map(({at, text}) => {
      const grid = lines.filter(([x1, y1, x2, y2]) => (isDown ? y1 === y2 : x1 === x2)).map((line) => line[isDown ? 1 : 0]);
      const far = (place) => Math.abs(place - at[isDown ? 1 : 0]);
      return [grid.length ? grid.reduce((a, b) => (far(b) < far(a) ? b : a)) : at[isDown ? 1 : 0], text];
    });
    const middle = (node) => {
      const {x, y, width, height} = node.getBBox();
      return [x + width / 2, y + height / 2];
    };
    const pairs = (path) => [...(path.getAttribute("d") ?? "").matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)]
      .map((found) => found.slice(1).map(Number));
    const series = all(":scope > g", picture).map((group) => ({
      kind: group.getAttribute("class"),
      marks: all("circle, rect, path:not(.plot-line), path[d*=l7]", group).map(middle),
      line: all(":scope > path.plot-line:not([d*=l7])", group).flatMap(pairs),
      ranges: all(":scope > g > path.plot-line", group).map((path) => pairs(path).slice(0, 2)),
    }));
    return {title: picture.getAttribute("aria-label"), across: of(false), down: of(true), series};
  }
  const charts = () => all(".plot > svg").filter(isShown).map(chart);

  // Frames of a flame graph, by the number of their row; time between classes, and of each class.
  const frames = () => all("svg.flame [data-i]").map((node) => {
    const rect = node.querySelector("rect");
    return [+node.dataset.i, number(rect, "x"), number(rect, "width"), number(rect, "y"),
      node.getAttribute("aria-description") ?? node.getAttribute("aria-label")];
  });
  const facts = (selector) => Object.fromEntries(all(selector + " .facts > div").map((node) =>
    [words(node.querySelector("dt")), words(node.querySelector("dd"))]));
  const flows = () => ({
    links: all("path.ribbon").map((node) => [words(node.querySelector("title")), number(node, "stroke-width")]),
    nodes: all("rect.node").map((node) => [words(node.querySelector("title")), number(node, "height")]),
    tenths: all("#panel-dependencies table svg[aria-label]").map((node) => node.getAttribute("aria-label")),
  });

  // Figures that no person should see, and elements whose text is cut without saying it elsewhere.
  const bad = () => [...new Set(document.body.innerText.match(/\S*(?:NaN|Infinity|undefined|∞|\[object|\bnull\b)\S*/g))];
  function cut() {
    const isSaid = (node) => node.closest("[title], .cut, .cut-line, .scroll, .table, svg, [class*=bar]");
    return all("body *").filter((node) => isShown(node) && node.scrollWidth > node.clientWidth + 1
      && getComputedStyle(node).overflowX !== "visible" && words(node) && !isSaid(node))
      .map((node) => `${node.tagName}.${node.className}: ${words(node).slice(0, 60)}`);
  }

  // Follows links one after another, each from the state at the beginning, and says what is there then.
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  async function follow(links) {
    const from = location.hash;
    const came = [];
    for (const href of links) {
      location.hash = href;
      await frame();
      await frame();
      const panel = document.querySelector("[role=tabpanel]:not([hidden])");
      came.push({href, hash: location.hash, bad: bad(), panel: words(panel), id: panel?.id ?? "",
        chosen: words(document.querySelector(".chosen-line")), trace: words(document.querySelector("#one-trace .facts")),
        tiles: tiles()});
      location.hash = from;
      await frame();
    }
    return came;
  }
  // Unfolds everything, and all rows of tables.
  async function open() {
    all("details").forEach((one) => (one.open = true));
    await frame();
    await frame();
    all("button").filter((one) => words(one) === "Show all").forEach((one) => one.click());
  }
  const lines = (selector) => all(selector).map(words);
  const links = (selector) => [...new Set(all(selector + ' a[href^="#"]').filter(isShown)
    .map((link) => link.getAttribute("href")))].filter((href) => href !== "#");

  return {words, tables, tiles, findings, heat, charts, frames, facts, flows, bad, cut, follow, links, lines, open, all: () => ({
    sentence: words(document.querySelector(".sentence")), meta: words(document.querySelector(".meta")), badge: words(document.querySelector(".badge")),
    tiles: tiles(), findings: findings(), heat: heat(), chosen: words(document.querySelector(".chosen-line")),
    overview: tables(document.querySelector(".overview")), headings: all(".overview .line").map(words),
    panel: tables(document.querySelector("[role=tabpanel]:not([hidden])")),
    panelText: words(document.querySelector("[role=tabpanel]:not([hidden])")), bad: bad(),
  })};
})();
