// Elements of a page. A text is always text and never markup, because names come from strangers.
const elements = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const wanted = (child) => child !== null && child !== undefined && child !== false && child !== "";

  // Attributes: on… is a listener, style an object of properties, true an attribute without a value.
  function complete(node, attributes, children) {
    for (const [key, value] of Object.entries(attributes ?? {})) {
      if (value === undefined || value === null || value === false) continue;
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (key === "style") Object.assign(node.style, value);
      else node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.flat(Infinity).filter(wanted));
    return node;
  }

  const html = (tag, attributes, ...children) => complete(document.createElement(tag), attributes, children);
  const svg = (tag, attributes, ...children) => complete(document.createElementNS(SVG, tag), attributes, children);

  function replace(host, ...children) {
    host.replaceChildren(...children.flat(Infinity).filter(wanted));
    return host;
  }

  // A long name may break behind its points and before its words.
  const breakable = (name) =>
    String(name).split(/(?<=[.$_])|(?<=[a-z])(?=[A-Z])/).flatMap((part, i) => (i ? [html("wbr"), part] : [part]));

  // What is drawn anew gives the focus back to the element with the same data-f.
  function keepFocus(draw) {
    const key = document.activeElement?.dataset?.f;
    draw();
    if (!key) return;
    const again = document.querySelector(`[data-f="${CSS.escape(key)}"]`);
    if (again && again !== document.activeElement) again.focus({preventScroll: true});
  }

  const swatch = (colour) => html("span", {class: "swatch", style: {background: colour}});
  const key = (text) => html("kbd", null, text);
  const note = (...text) => html("p", {class: "note"}, ...text);

  // A field for words, told while they are typed.
  const searchField = (name, value, oninput) =>
    html("input", {type: "search", class: "search controls", placeholder: `${name}  (/)`, "aria-label": name, value,
      "data-f": "search-" + name, oninput: (event) => oninput(event.target.value)});

  // Numbers as bars beside each other, the highest as high as the picture. Options: kind, gap, and attributes.
  function bars(values, width, height, {kind = "bar", gap = 0, ...attributes} = {}) {
    const most = Math.max(...values, 1e-9);
    const step = width / values.length;
    const d = values.map((value, i) => {
      const tall = Math.max(1, height * value / most).toFixed(1);
      return value ? `M${(i * step).toFixed(1)} ${height}v-${tall}h${(step - gap).toFixed(1)}v${tall}z` : "";
    });
    return svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", ...attributes},
      svg("path", {d: d.join(""), class: kind}));
  }

  // A list of terms and figures in one line.
  const facts = (pairs) => html("dl", {class: "facts"}, pairs.filter(Boolean).map(([term, figure]) =>
    html("div", null, html("dt", null, term), html("dd", null, figure))));

  // The figures of a picture as a table, made when it is asked for.
  function asTable(what, make) {
    const body = html("div", {tabindex: 0, role: "group", "aria-label": what});
    const ontoggle = (event) => event.target.open && !body.firstChild && body.append(make());
    return html("details", {class: "as-table", ontoggle}, html("summary", null, `${what} as a table`), body);
  }

  return {html, svg, complete, replace, breakable, keepFocus, swatch, key, note, searchField, bars, facts, asTable};
})();
