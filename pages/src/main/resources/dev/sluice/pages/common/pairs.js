// A differential flame graph: the calls of a request by path, in the mean, on two sides.
// A row: [operation, parent's row or −1, calls, total, self of the first side, the same of the second], parents first.
const pairs = (() => {
  const {html, svg, swatch, asTable} = elements;
  const {duration, times, signed} = units;
  const LEAST = .01; // of a request's time, what is coloured

  // How often, by one call of the caller on each side, if that differs; else if it is more than once.
  function timesTag([, , first, , , second], caller, alone) {
    const [a, b] = [first / (caller?.[2] || 1), second / (caller?.[5] || 1)];
    const isBelow = caller && !caller[first ? 5 : 2];
    if (!first || !second) return isBelow ? "" : alone[first ? 0 : 1] + (a + b >= 1.95 ? ` ×${times(a + b)}` : "");
    return Math.abs(a - b) > .05 * Math.max(a, b) ? `×${times(a)} → ×${times(b)}` : a >= 1.95 ? "×" + times(a) : "";
  }

  // Width is the longer of both, or what is below if that is wider: what is gone or new keeps its place.
  function nodesOf(rows, whole, {labelOf, isClear = () => true, alone = ["gone", "new"]}) {
    const widths = rows.map(() => 0);
    const below = rows.map(() => 0);
    for (let i = rows.length - 1; i >= 0; i--) {
      widths[i] = Math.max(rows[i][3], rows[i][6], below[i]);
      if (rows[i][1] >= 0) below[rows[i][1]] += widths[i];
    }
    return rows.map((row, i) => {
      const change = row[6] - row[3];
      const part = isClear(i) ? Math.abs(change) / whole : 0;
      const sign = part < LEAST ? "" : `${change < 0 ? "▼" : "▲"} ${signed(change, duration)}`;
      return {
        row, change, isClear: isClear(i), operation: row[0], parent: row[1], width: widths[i], label: labelOf(row[0]),
        tag: [timesTag(row, rows[row[1]], alone), sign].filter(Boolean).join(" "),
        fill: colours.difference(part < LEAST ? 0 : Math.sign(change) * Math.sqrt(Math.min(1, part))),
        shape: (x, y, wide, tall) => [row[3], row[6]].map((total, side) =>
          svg("rect", {class: "strip" + side, x: (x + .5).toFixed(1), y: y + tall - 5 + 2 * side, height: 2,
            width: Math.max(0, wide * total / Math.max(1, widths[i]) - 1).toFixed(1)})),
      };
    });
  }

  // Options: names of both sides, id, width, labelOf(operation), zoom (names on the way), onzoom(such names), onkey,
  // isClear(number of a row): whether its change is more than chance, isMatch(operation) or nothing, alone: words for
  // what only the first, or the second, side has.
  function graph(rows, o) {
    const whole = [3, 6].map((i) => rows.reduce((sum, row) => sum + (row[1] < 0 ? row[i] : 0), 0));
    const nodes = nodesOf(rows, Math.max(1, ...whole), o);
    const side = (name, calls, total, self) =>
      `${name} ${duration(total)}, self ${duration(self)}, ${times(calls)} calls a request`;
    const text = ({row, change, isClear}) => [side(o.names[0], ...row.slice(2, 5)), side(o.names[1], ...row.slice(5)),
      signed(change, duration) + (isClear ? "" : ", not clear")].join(" · ");
    const picture = icicle.graph({
      nodes, id: o.id, width: o.width, zoom: icicle.find(nodes, o.zoom ?? []), onkey: o.onkey,
      onzoom: o.onzoom && ((i) => o.onzoom(icicle.pathTo(nodes, i))),
      match: o.isMatch && ((node) => o.isMatch(node.operation)),
      label: `Differential flame graph: blue is less time ${o.names[1]}, orange more`,
      hint: `Times a request. Width is the longer of both; strips: ${o.names.join(" above ")}. Click, Enter, arrows, `
        + "Escape.",
      text: (node) => `${node.label}, ${text(node)}`,
      tip: (node) => [html("b", null, node.label), html("br"), text(node)],
    });
    return html("div", null,
      html("div", {class: "keys"}, html("span", null, "▼ less time ", colours.DIFFERENCES.map(swatch),
        ` ▲ more time ${o.names[1]}`, o.isClear && "; grey: no clear change"),
        html("button", {type: "button", class: "controls", onclick: () => picture.reset()}, "Zoom out")),
      picture.node,
      asTable("Differences by path", () => icicle.table(rows, o.labelOf, [[o.names[0], (row) => duration(row[3])],
        [o.names[1], (row) => duration(row[6])], ["difference", (row) => signed(row[6] - row[3], duration)],
        ["calls a request", (row) => `${times(row[2])} | ${times(row[5])}`]])));
  }

  return {graph};
})();
