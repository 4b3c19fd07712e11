// An icicle or flame graph: width is time, what a call calls is below it. Search, zoom, keys.
//
// A node: {parent (its number or −1; parents come first), width, label, tag, fill, operation, shape (more to draw)}.
const icicle = (() => {
  const {html, svg, replace} = elements;
  const ROW = 22;
  const LEAST = .6;
  const TEXT = 24;
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const widths = new Map();

  // Pixels that a character of this text takes.
  function characterWidth(text) {
    let width = widths.get(text);
    if (width === undefined) {
      width = pen.measureText(text).width / Math.max(1, text.length);
      widths.set(text, width);
    }
    return width;
  }

  function cut(node, width) {
    if (width < TEXT) return "";
    const text = node.tag ? `${node.label}  ${node.tag}` : node.label;
    const room = Math.floor((width - 9) / characterWidth(text));
    if (text.length <= room) return text;
    if (room < 3) return "";
    return units.shorten(node.label, room);
  }

  // A node's number by the names on the way to it, and the names by the number.
  function find(nodes, path) {
    let at = -1;
    for (const name of path) {
      at = nodes.findIndex((node) => node.parent === at && node.label === name);
      if (at < 0) return -1;
    }
    return at;
  }
  function pathTo(nodes, i) {
    const path = [];
    for (let at = i; at >= 0; at = nodes[at].parent) path.unshift(nodes[at].label);
    return path;
  }

  // A table of calls by path; a column is [head, text(row)], and a row's second element is the number of its caller's.
  function table(rows, labelOf, columns) {
    const depth = [];
    rows.forEach(([, parent], i) => (depth[i] = parent < 0 ? 0 : depth[parent] + 1));
    return tables.table([
      {key: "path", head: "path", name: true, cell: (i) => "· ".repeat(depth[i]) + labelOf(rows[i][0])},
      ...columns.map(([head, text]) => ({key: head, head, number: true, cell: (i) => text(rows[i])})),
    ], rows.map((_, i) => i), {caption: "Calls by path", class: "compact"});
  }

  // Options: nodes, width, label, text(node) for ears, tip(node), hint, match(node) or null, zoom (a node's number or
  // −1), up (the root below), tipHost (where tips go), onzoom(number), onkey(key, node) → whether it was one.
  function graph(o) {
    const {nodes} = o;
    const children = nodes.map(() => []);
    const roots = [];
    nodes.forEach((node, i) => (node.parent < 0 ? roots : children[node.parent]).push(i));
    const depth = [];
    nodes.forEach((node, i) => (depth[i] = node.parent < 0 ? 0 : depth[node.parent] + 1));
    const whole = roots.reduce((sum, i) => sum + nodes[i].width, 0);
    const tip = o.tipHost ?? html("div", {class: "tip"});
    const holder = html("div", {class: "flame-holder"});
    let zoom = o.zoom ?? -1;
    let focus = zoom >= 0 ? zoom : roots[0];
    let places = new Map();

    const say = (i) => replace(tip, i >= 0 ? o.tip(nodes[i]) : o.hint);

    function layout() {
      places = new Map();
      const total = zoom < 0 ? whole : nodes[zoom].width;
      let deepest = 0;
      const lay = (list, x) => {
        for (const i of list) {
          const width = (nodes[i].width / total) * o.width;
          if (width >= LEAST) {
            places.set(i, [x, width]);
            deepest = Math.max(deepest, depth[i]);
            lay(children[i], x);
          }
          x += width;
        }
      };
      lay(zoom < 0 ? roots : [zoom], 0);
      for (let i = zoom < 0 ? -1 : nodes[zoom].parent; i >= 0; i = nodes[i].parent) places.set(i, [0, o.width]);
      return deepest + 1;
    }

    function frame(i, levels) {
      const [x, width] = places.get(i);
      const node = nodes[i];
      const y = (o.up ? levels - 1 - depth[i] : depth[i]) * ROW;
      const shown = cut(node, width);
      const isMatch = !o.match || o.match(node);
      const isAbove = zoom >= 0 && depth[i] < depth[zoom];
      return svg("g", {role: "treeitem", tabindex: i === focus ? 0 : -1, "data-i": i, "data-f": `${o.id}-${i}`,
        [shown ? "aria-description" : "aria-label"]: o.text(node), "aria-level": depth[i] + 1,
        class: isMatch ? (isAbove ? "above" : null) : "miss"},
        svg("rect", {x: (x + .4).toFixed(1), y: y + .5, width: Math.max(.4, width - .8).toFixed(1), height: ROW - 2,
          rx: width > 6 ? 2.5 : 0, fill: isMatch ? node.fill : null}),
        node.shape?.(x, y, width, ROW),
        svg("text", {x: (x + 5).toFixed(1), y: y + 15}, shown));
    }

    function draw() {
      const levels = layout();
      const height = levels * ROW + 2;
      const picture = svg("svg", {class: "flame", width: o.width, height, viewBox: `0 0 ${o.width} ${height}`,
        role: "tree", "aria-label": o.label},
      [...places.keys()].map((i) => frame(i, levels)));
      const numberOf = (event) => +(event.target.closest("[data-i]")?.dataset.i ?? -1);
      picture.addEventListener("click", (event) => numberOf(event) >= 0 && zoomTo(numberOf(event), true));
      picture.addEventListener("mouseover", (event) => numberOf(event) >= 0 && say(numberOf(event)));
      picture.addEventListener("focusin", (event) => {
        focus = numberOf(event);
        say(focus);
      });
      picture.addEventListener("keydown", key);
      replace(holder, picture);
    }

    function zoomTo(i, toggle) {
      zoom = toggle && zoom === i ? nodes[i].parent : i;
      if (i >= 0) focus = i;
      const hadFocus = holder.contains(document.activeElement);
      draw();
      if (hadFocus) holder.querySelector("[tabindex='0']")?.focus({preventScroll: true});
      o.onzoom?.(zoom);
    }

    function neighbour(i, name) {
      const shown = (list) => list.filter((one) => places.has(one));
      const siblings = shown(nodes[i].parent < 0 ? roots : children[nodes[i].parent]);
      const at = siblings.indexOf(i);
      const [into, out] = o.up ? ["ArrowUp", "ArrowDown"] : ["ArrowDown", "ArrowUp"];
      return {[into]: shown(children[i])[0], [out]: nodes[i].parent, ArrowRight: siblings[at + 1],
        ArrowLeft: siblings[at - 1]}[name];
    }

    function moveTo(i) {
      if (!(i >= 0)) return;
      holder.querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
      const next = holder.querySelector(`[data-i="${i}"]`);
      next.setAttribute("tabindex", 0);
      next.focus({preventScroll: true});
    }

    const toggle = () => zoomTo(focus, true);
    const into = () => zoomTo(focus, false);
    const out = () => zoomTo(zoom < 0 ? -1 : nodes[zoom].parent, false);
    const KEYS = {"Enter": toggle, " ": toggle, "+": into, "=": into, "-": out, "Escape": out, "Backspace": out,
      "0": () => zoomTo(-1, false)};
    function key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.startsWith("Arrow")) moveTo(neighbour(focus, event.key));
      else if (KEYS[event.key]) KEYS[event.key]();
      else if (!o.onkey?.(event.key, nodes[focus])) return;
      event.preventDefault();
    }

    // The share of the time that passes in what matches, none of it counted twice.
    function share() {
      let sum = 0;
      const walk = (list) => list.forEach((i) => (o.match(nodes[i]) ? (sum += nodes[i].width) : walk(children[i])));
      walk(roots);
      return sum / whole;
    }

    say(-1);
    draw();
    return {
      node: o.tipHost ? holder : html("div", null, tip, holder),
      reset: () => zoomTo(-1, false),
      // Marks what fits and tells its share.
      search(match) {
        o.match = match;
        draw();
        return match ? share() : null;
      },
    };
  }

  return {graph, table, find, pathTo};
})();
