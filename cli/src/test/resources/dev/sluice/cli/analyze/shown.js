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
  const findings = () => all(".findings li").map((one) => {
    const text = one.querySelector(".words").cloneNode(true);
    text.querySelector(".sure")?.remove();
    return {text: words(text), cost: words(one.querySelector(".cost")),
      href: one.querySelector("a")?.getAttribute("href") ?? ""};
  });

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

  // Labels of an axis of each chart: where they are, and what they say.
  const axes = () => all(".plot > svg").filter(isShown).map((picture) => {
    const labels = all("text.dim", picture).filter((node) => !node.hasAttribute("transform"));
    const of = (isDown) => labels.filter((node) => (node.getAttribute("text-anchor") === "end") === isDown)
      .map((node) => [number(node, isDown ? "y" : "x"), words(node)]);
    return {title: picture.getAttribute("aria-label"), across: of(false), down: of(true)};
  });

  // Figures that no person should see, and elements whose text is cut without saying it elsewhere.
  const bad = () => [...new Set(document.body.innerText.match(/\S*(?:NaN|Infinity|undefined|∞|\[object|\bnull\b)\S*/g))];
  function cut() {
    const isSaid = (node) => node.closest("[title], .cut, .cut-line, .scroll, svg, [class*=bar]");
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
  const links = (selector) => [...new Set(all(selector + ' a[href^="#"]').filter(isShown)
    .map((link) => link.getAttribute("href")))].filter((href) => href !== "#");

  return {words, tables, tiles, findings, heat, axes, bad, cut, follow, links, all: () => ({
    meta: words(document.querySelector(".meta")), badge: words(document.querySelector(".badge")),
    tiles: tiles(), findings: findings(), heat: heat(), chosen: words(document.querySelector(".chosen-line")),
    overview: tables(document.querySelector(".overview")), headings: all(".overview .line").map(words),
    panel: tables(document.querySelector("[role=tabpanel]:not([hidden])")),
    panelText: words(document.querySelector("[role=tabpanel]:not([hidden])")), bad: bad(),
  })};
})();
