// Tables that can be sorted, with bars in their cells and the first rows of many.
//
// A column: key, head, cell(row); value(row) to sort by; number for figures; name for the column that leads a card on
// a narrow screen; optional for what narrow screens leave out; zero(row) for what a card leaves out; title.
const tables = (() => {
  const {html} = elements;
  const {count} = units;
  const classes = (...names) => names.filter(Boolean).join(" ") || null;
  const LIMIT = 60;

  function sorted(rows, column, down) {
    if (!column) return rows;
    const keyed = rows.map((row) => [column.value(row), row]);
    keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1));
    return keyed.map(([, row]) => row);
  }

  function headCell(column, {id, onsort}, sortedBy, down) {
    const mine = column.key === sortedBy;
    const next = (mine ? !down : !column.text) ? "-" : "";
    const order = mine ? (down ? "descending" : "ascending") : null;
    const shown = !column.value || !onsort ? column.head
      : html("button", {type: "button", "data-f": `sort-${id}-${column.key}`, onclick: () => onsort(next + column.key)},
        column.head, mine && html("span", {"aria-hidden": "true"}, down ? " ↓" : " ↑"));
    return html("th", {scope: "col", class: classes(column.number && "num", column.optional && "opt"),
      title: column.title, "aria-sort": order}, shown);
  }

  const bodyRow = (columns, row, options) => html("tr", options.row?.(row), columns.map((column) =>
    html(column.name ? "th" : "td", {
      scope: column.name ? "row" : null, "data-k": column.name ? null : column.short ?? column.head,
      class: classes(column.number && "num", column.name && "name", column.optional && "opt",
        column.zero?.(row) && "zero"),
    }, column.cell(row))));

  // Options: caption, id, sort ("-key" is down), onsort(sort), limit, class, row(row) for attributes.
  function table(columns, rows, options) {
    const down = options.sort?.startsWith("-");
    const key = options.sort?.replace(/^-/, "");
    const list = sorted(rows, columns.find((one) => one.key === key && one.value), down);
    const limit = options.limit ?? LIMIT;
    const body = html("tbody", null, list.slice(0, limit).map((row) => bodyRow(columns, row, options)));
    const more = html("p", {class: "note"});
    if (list.length > limit) {
      const all = () => {
        body.append(...list.slice(limit).map((row) => bodyRow(columns, row, options)));
        more.remove();
      };
      more.append(`${count(list.length - limit)} more. `,
        html("button", {type: "button", class: "linky controls", onclick: all}, "Show all"));
    }
    const head = html("tr", null, columns.map((column) => headCell(column, options, key, down)));
    const scroll = {class: "scroll",
      ...(theme.isNarrow() && {tabindex: 0, role: "group", "aria-label": options.caption})};
    return html("div", null, html("div", scroll, html("table", {class: options.class},
      html("caption", {class: "sr"}, options.caption), html("thead", null, head), body)), list.length > limit && more);
  }

  // A figure on a bar; small is said behind it.
  const bar = (share, text, small) =>
    html("span", {class: "cellbar"},
      html("i", {style: {width: `${(100 * Math.min(1, Math.max(0, share || 0))).toFixed(1)}%`}}),
      html("span", null, text, small !== undefined && html("small", null, small)));

  const failures = (n) => (n ? html("span", {class: "tag bad"}, count(n)) : "0");

  return {table, bar, failures};
})();
