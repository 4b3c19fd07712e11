// Draws each chart of the page from the JSON behind it, and again when the width changes.
for (const [i, place] of document.querySelectorAll(".chart").entries()) {
  const chart = {...JSON.parse(place.nextElementSibling.textContent), id: "chart" + i};
  const height = +place.dataset.height;
  const redraw = () => plot.draw(place, chart, height);
  redraw();
  theme.onRedraw(redraw);
  place.parentNode.append(elements.asTable(chart.title, () => plot.table(chart)));
}
document.querySelector("main").prepend(elements.html("p", {class: "theme-line"}, theme.button()));
document.documentElement.dataset.charts = document.querySelectorAll(".plot > svg").length;
