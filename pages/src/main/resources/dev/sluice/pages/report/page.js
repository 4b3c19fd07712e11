// The page: its parts, its tabs, its keys.
const help = (() => {
  const {html, key} = elements;
  const KEYS = [
    [["1", "…", "6"], "tabs"],
    [["/"], "search, or filter"],
    [["←", "→", "↑", "↓"], "move in the heat map, a flame graph, a trace; with Shift in the heat map: select"],
    [["Enter"], "select the cell; zoom into the frame"],
    [["Esc"], "everything again; zoom out"],
    [["+", "−", "0"], "flame graph: zoom in, out, all"],
    [["r"], "flame graph: fold recursion, or not"],
    [["c"], "callers and callees of the operation"],
    [["x"], "trace: the longest of ×N"],
    [["Shift", "Alt"], "while dragging in the heat map: the second range; durations too"],
    [["?"], "this list"],
  ];
  const WORDS = [
    ["complete:", "no record is missing"], ["certain, likely, possible:", "counted; probably a fault; may be intended"],
    ["self time:", "without the operations that it called"], ["p50, p99:", "50 of 100 requests, or 99 of 100, take at most this long"],
  ];
  let dialog = null;

  function show() {
    if (!dialog) {
      dialog = html("dialog", {"aria-labelledby": "keys-title"}, html("h2", {id: "keys-title"}, "Keys"),
        html("dl", {class: "key-list"},
          KEYS.map(([keys, text]) => [html("dt", null, keys.map(key)), html("dd", null, text)])),
        html("h2", null, "Words"), elements.facts(WORDS),
        html("form", {method: "dialog"}, html("button", {autofocus: true}, "Close")));
      document.body.append(dialog);
    }
    dialog.showModal();
  }
  return {show, of: (word) => WORDS.find(([words]) => words.includes(word))?.join(" ")};
})();

const page = (() => {
  const {html, replace, keepFocus} = elements;
  const DRAW = {operations, flame, traces, resources, dependencies, differences};
  const app = document.getElementById("app");
  const parts = {
    tiles: html("section", {"aria-label": "Figures"}),
    findings: html("section", {"aria-label": "Findings"}),
    overview: html("section", {class: "overview", "aria-label": "Overview"}),
    tabs: html("div", {role: "tablist", "aria-label": "Views"}),
    chosen: html("div", {"aria-live": "polite"}),
    panels: html("div"),
  };

  // Chooses a tab and brings its panel to the top of the window, below the tabs.
  function choose(tab) {
    state.set({tab});
    scrollTo({top: parts.panels.getBoundingClientRect().top + scrollY - parts.tabs.parentNode.offsetHeight});
  }

  function moveTab(event, at) {
    const n = state.TABS.length;
    const to = {ArrowRight: (at + 1) % n, ArrowLeft: (at + n - 1) % n, Home: 0, End: n - 1}[event.key];
    if (to === undefined) return;
    choose(state.TABS[to][0]);
    document.getElementById("tab-" + state.TABS[to][0]).focus({preventScroll: true});
    event.preventDefault();
  }

  function build() {
    state.TABS.forEach(([tab, name], i) => {
      parts.tabs.append(html("button", {type: "button", role: "tab", id: "tab-" + tab, "aria-controls": "panel-" + tab,
        onclick: () => choose(tab), onkeydown: (event) => moveTab(event, i)}, name));
      parts.panels.append(html("section", {role: "tabpanel", id: "panel-" + tab, "aria-labelledby": "tab-" + tab},
        html("h2", {class: "panel-title"}, name), html("div")));
    });
    const toTabs = (event) => {
      event.preventDefault();
      document.getElementById("tab-" + state.now.tab).focus();
    };
    const {counts} = recording.model;
    replace(app,
      overview.head(html("a", {class: "skip", href: "#", onclick: toTabs}, "To the views")),
      html("main", null, parts.tiles, parts.findings, parts.overview,
        html("div", {class: "bar", id: "views", hidden: overview.isEmpty}, parts.tabs, parts.chosen), parts.panels),
      html("footer", null, "Self time is without the operations that a call made. p50 and p99 of all requests are ",
        "within 0.8 %, those of a selection within a half octave (±19 %). ",
        recording.model.warmUp && "The warm-up is left out of figures, unless a range is selected or it is included. ",
      counts.unproven ? `${units.plural(counts.unproven, "trace")} may lack the last calls. ` : "",
      overview.made));
  }

  function drawPanels() {
    for (const [tab] of state.TABS) {
      const isShown = (overview.isEmpty ? recording.model.resources.length && "resources" : state.now.tab) === tab;
      const panel = document.getElementById("panel-" + tab);
      const button = document.getElementById("tab-" + tab);
      button.setAttribute("aria-selected", String(isShown));
      button.setAttribute("tabindex", isShown ? 0 : -1);
      panel.hidden = !(isShown || (theme.isPrinting() && tab !== "differences"));
      if (panel.hidden) panel.lastElementChild.replaceChildren();
      else DRAW[tab].draw(panel.lastElementChild);
      const isWithout = ["flame", "dependencies"].includes(tab) && recording.model.warmUp && state.now.warmUp;
      if (isShown && isWithout && !state.now.ranges[0]) {
        panel.lastElementChild.prepend(elements.note("Calls of the warm-up are left out here."));
      }
    }
  }

  // Of a range that was drawn the view is painted first, which it was drawn for, and then all else.
  function draw(isBrushed) {
    const rest = () => keepFocus(() => {
      replace(parts.tiles, overview.tiles());
      replace(parts.findings, overview.findings());
      overview.map(parts.overview);
      overview.fit(parts.findings);
    });
    keepFocus(() => {
      replace(parts.chosen, overview.chosen());
      drawPanels();
    });
    if (isBrushed) requestAnimationFrame(() => setTimeout(rest));
    else rest();
  }

  function onkeydown(event) {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const tab = state.TABS[+event.key - 1];
    const field = event.key === "/" && document.querySelector("[role=tabpanel]:not([hidden]) input[type=search]");
    if (tab) choose(tab[0]);
    else if (field) field.focus();
    else if (event.key === "?") help.show();
    else return;
    event.preventDefault();
  }

  // A link into a view that is out of sight brings it into sight; the trace itself, where its list is above it.
  const toTrace = () => document.getElementById(theme.isWide() ? "views" : "one-trace").scrollIntoView();
  function reveal(event) {
    const link = event.target.closest("a[href^='#']");
    if (!theme.isWide() && /tab=traces.*trace=/.test(link?.hash)) return requestAnimationFrame(toTrace);
    if (!link || document.getElementById("views").contains(link) || parts.panels.contains(link)) return;
    if (!/tab=(traces|flame|differences|resources)/.test(link.hash) || link.closest(".overview table .name")) return;
    requestAnimationFrame(() => document.getElementById("views").scrollIntoView({block: "start"}));
  }

  function start() {
    state.load();
    build();
    draw();
    if (state.now.tab === "traces" && state.now.trace) toTrace();
    let shown = location.hash;
    const follow = () => {
      if (location.hash === shown) return; // both events tell of one step
      shown = location.hash;
      state.load();
      draw();
    };
    state.onChange((isBrushed) => {
      shown = location.hash;
      draw(isBrushed);
    });
    theme.onRedraw(() => draw());
    addEventListener("hashchange", follow);
    addEventListener("popstate", follow);
    addEventListener("keydown", onkeydown);
    app.addEventListener("click", reveal);
  }

  return {draw, start};
})();

page.start();
