// Draws each chart of the page from the JSON behind it; functions cannot be written as JSON.
(function () {
  "use strict";
  // Okabe and Ito: told apart by people with colour-blindness too.
  const colors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d", "#8a6d00"];
  // Series beyond the colours are told apart by these; lengths without a common factor.
  const dashes = ["solid", "dashed", "dotted"];
  const symbols = ["circle", "triangle", "rect", "diamond", "emptyCircle", "emptyTriangle", "emptyRect"];
  const LEGEND_ROW = 24;
  const number = new Intl.NumberFormat("en", {maximumSignificantDigits: 6});
  const encode = echarts.format.encodeHTML;

  function tip(item) {
    const value = Array.isArray(item.value) ? item.value : [item.name, item.value];
    const note = item.data && item.data.note ? "<br>" + encode(item.data.note) : "";
    const shown = value.map((one) => encode(typeof one === "number" ? number.format(one) : String(one)));
    return "<b>" + encode(item.seriesName) + "</b>" + note + "<br>" + shown.join(", ");
  }

  function boxTip(item) {
    const names = ["low", "25 %", "median", "75 %", "high"];
    const lines = names.map((name, i) => name + ": " + number.format(item.data[i]));
    return "<b>" + encode(item.seriesName) + "</b><br>" + encode(item.name) + "<br>" + lines.join("<br>");
  }

  // A bar from low to high with two caps.
  function drawInterval(sideways, onBars) {
    return function (params, api) {
      const place = (at) => (sideways ? api.coord([at, api.value(0)]) : api.coord([api.value(0), at]));
      const low = place(api.value(1));
      const high = place(api.value(2));
      const cap = sideways ? [0, 5] : [5, 0];
      const line = (from, to) => ({
        type: "line",
        shape: {x1: from[0], y1: from[1], x2: to[0], y2: to[1]},
        style: {stroke: onBars ? "#1f2328" : api.visual("color"), lineWidth: 1.5},
      });
      const capAt = (at) => line([at[0] - cap[0], at[1] - cap[1]], [at[0] + cap[0], at[1] + cap[1]]);
      return {type: "group", children: [line(low, high), capAt(low), capAt(high)]};
    };
  }

  function complete(series, index, all) {
    if (series.type === "boxplot") {
      return {...series, tooltip: {formatter: boxTip}, itemStyle: {color: "#eef4fa"}};
    }
    const at = names(all).indexOf(series.name);
    const color = colors[at % colors.length];
    if (series.type !== "interval") {
      return {
        barMaxWidth: 32,
        color,
        symbol: symbols[at % symbols.length],
        lineStyle: {type: dashes[Math.floor(at / colors.length) % dashes.length]},
        ...series,
      };
    }
    const ends = [1, 2];
    return {
      type: "custom",
      color,
      name: series.name,
      data: series.data,
      renderItem: drawInterval(series.sideways, all.some((one) => one.type === "bar" && one.name === series.name)),
      encode: series.sideways ? {x: ends, y: 0} : {x: 0, y: ends},
      silent: true,
      z: 3,
    };
  }

  const names = (series) => [...new Set(series.map((one) => one.name))];

  // How many rows the legend takes: an entry has a mark of 35 pixels and is 8 from the next.
  function legendRows(series, width) {
    let rows = 1;
    let left = width;
    for (const name of names(series)) {
      const entry = echarts.format.getTextRect(name, "12px sans-serif").width + 43;
      if (entry > left && left < width) {
        rows++;
        left = width;
      }
      left -= entry;
    }
    return rows;
  }

  function axis(of, vertical) {
    const named = of.type === "category";
    return {
      ...of,
      nameLocation: vertical ? "end" : "middle",
      nameGap: vertical ? 12 : 32,
      nameTextStyle: {fontWeight: "bold", align: vertical ? "left" : "center"},
      minorSplitLine: {show: of.type === "log", lineStyle: {color: "#f3f4f6"}},
      axisLabel: named && of.data.length <= 40 ? {interval: 0, rotate: !vertical && of.data.join("").length > 110 ? 30 : 0} : {},
      axisLine: {show: true, onZero: false},
    };
  }

  const drawn = [];
  for (const place of document.querySelectorAll(".chart")) {
    const option = JSON.parse(place.nextElementSibling.textContent);
    if (option.picture) {
      pictures(place, option);
      continue;
    }
    const chart = echarts.init(place, null, {renderer: "svg"});
    chart.setOption({
      color: colors,
      animation: false,
      textStyle: {fontFamily: "sans-serif"},
      legend: {top: 0, left: 0, itemGap: 8, show: names(option.series).length > 1},
      tooltip: {trigger: "item", formatter: tip, confine: true},
      xAxis: axis(option.xAxis, false),
      yAxis: {...axis(option.yAxis, true), ...(option.yAxis.inverse ? {nameLocation: "start"} : {})},
      series: option.series.map(complete),
    });
    drawn.push({chart, place, series: option.series, height: place.clientHeight});
  }
  // The room below the legend is always the same.
  function fit() {
    for (const {chart, place, series, height} of drawn) {
      const above = names(series).length > 1 ? LEGEND_ROW * legendRows(series, place.clientWidth) : 0;
      place.style.height = height + above + "px";
      chart.setOption({grid: {left: 16, right: 32, top: above + 36, bottom: 34, containLabel: true}});
      chart.resize();
    }
  }
  fit();
  addEventListener("resize", fit);
  addEventListener("beforeprint", fit);
  document.documentElement.dataset.charts = document.querySelectorAll(".chart svg").length;
})();
