// Draws what has no axes of its own: flame graph, dependency graph, heat map, sequence diagram.
function pictures(place, given) {
  "use strict";
  const encode = echarts.format.encodeHTML;
  const number = new Intl.NumberFormat("en", {maximumSignificantDigits: 4});
  const time = (ns) =>
    ns >= 1e9 ? number.format(ns / 1e9) + " s" : ns >= 1e6 ? number.format(ns / 1e6) + " ms" : ns >= 1e3 ? number.format(ns / 1e3) + " µs" : number.format(ns) + " ns";
  const chart = echarts.init(place, null, {renderer: "svg"});
  const base = {animation: false, textStyle: {fontFamily: "sans-serif"}};
  const lines = (...all) => all.map((one) => encode(one)).join("<br>");
  const brief = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
  const rect = (x, y, width, height, style) => ({type: "rect", shape: {x, y, width, height}, style});

  function color(text) {
    let hash = 0;
    for (const c of text) hash = (hash * 31 + c.charCodeAt(0)) | 0;
    return "hsl(" + (20 + (Math.abs(hash) % 35)) + ",85%," + (58 + (Math.abs(hash >> 8) % 18)) + "%)";
  }

  // Nodes: caller, name, total, self, calls, failed; callers first.
  function flame(nodes) {
    const at = nodes.map(() => ({from: 0, used: 0, depth: 0}));
    let deepest = 1;
    nodes.forEach((node, i) => {
      if (i === 0) return;
      const caller = at[node[0]];
      at[i] = {from: caller.from + caller.used, used: 0, depth: caller.depth + 1};
      caller.used += node[2];
      deepest = Math.max(deepest, at[i].depth);
    });
    place.style.height = Math.min(2400, deepest * 20 + 50) + "px";
    chart.resize();
    let focus = 0;
    let wanted = "";
    const draw = () => {
      const from = at[focus].from;
      const whole = Math.max(1, nodes[focus][2]);
      const data = [];
      nodes.forEach((node, i) => {
        const start = Math.max(0, (at[i].from - from) / whole);
        const end = Math.min(1, (at[i].from + node[2] - from) / whole);
        if (i > 0 && end - start > 0.0005) data.push([start, end, at[i].depth - 1, i]);
      });
      chart.setOption({
        ...base,
        grid: {left: 0, right: 0, top: 4, bottom: 4},
        xAxis: {show: false, min: 0, max: 1},
        yAxis: {show: false, inverse: true, min: 0, max: deepest},
        tooltip: {
          confine: true,
          formatter: (item) => {
            const [, name, total, self, calls, failed] = nodes[item.value[3]];
            return lines(brief(name, 140), number.format(calls) + " calls, " + number.format(failed) + " failed", "total " + time(total) + ", self " + time(self));
          },
        },
        series: [
          {
            type: "custom",
            data,
            encode: {x: [0, 1], y: 2},
            renderItem: (params, api) => {
              const [x, y] = api.coord([api.value(0), api.value(2)]);
              const width = Math.max(0.5, api.coord([api.value(1), 0])[0] - x - 0.5);
              const name = nodes[api.value(3)][1];
              const hit = wanted && name.toLowerCase().includes(wanted);
              return {
                ...rect(x, y, width, 19, {fill: hit ? "#b07ad9" : color(name)}),
                textContent: {style: {text: width > 30 ? name : "", width: width - 6, overflow: "truncate", fontSize: 12, fill: "#1f2328"}},
                textConfig: {position: "insideLeft"},
              };
            },
          },
        ],
      }, true);
    };
    const search = document.createElement("input");
    search.type = "search";
    search.placeholder = "Search operations";
    search.addEventListener("input", () => {
      wanted = search.value.toLowerCase();
      draw();
    });
    const all = document.createElement("button");
    all.textContent = "Show all";
    all.addEventListener("click", () => {
      focus = 0;
      draw();
    });
    place.before(search, all);
    chart.on("click", (item) => {
      focus = item.value[3];
      draw();
    });
    draw();
  }

  // Nodes: name, full name, calls; edges: from, to, calls, p50, p99.
  function graph(nodes, edges) {
    const most = Math.max(1, ...nodes.map((node) => node[2]));
    const busiest = Math.max(1, ...edges.map((edge) => edge[2]));
    // Layers: a node is right of the first that is known to call it.
    const layer = nodes.map(() => -1);
    const next = [];
    for (let i = 0; i < nodes.length; i++) {
      const callers = edges.filter((edge) => edge[1] === i && edge[0] !== i);
      if (callers.length === 0) next.push([i, 0]);
    }
    for (let start = 0; start < nodes.length; next.push([start++, 0])) {
      while (next.length > 0) {
        const [i, depth] = next.shift();
        if (layer[i] >= 0) continue;
        layer[i] = depth;
        edges.forEach((edge) => edge[0] === i && next.push([edge[1], depth + 1]));
      }
    }
    const used = [];
    const rows = layer.map((of) => (used[of] = (used[of] || 0) + 1));
    // Pixels, so that dots are round: the picture is stretched until nodes fill the place. Those in
    // the corners, which nobody sees, fill it where all others are in a row.
    const width = Math.max(1, place.clientWidth - 260);
    const height = Math.max(1, place.clientHeight - 60);
    const column = width / Math.max(1, ...layer);
    const corners = [[0, 0], [width, height]].map(([x, y], i) => ({
      id: "corner" + i, name: "corner" + i, x, y, symbol: "none", symbolSize: 0, label: {show: false},
    }));
    chart.setOption({
      ...base,
      tooltip: {
        confine: true,
        formatter: (item) =>
          item.dataType === "edge"
            ? lines(item.data.about, number.format(item.data.calls) + " calls", "p50 " + time(item.data.p50) + ", p99 " + time(item.data.p99))
            : lines(item.data.full, number.format(item.data.calls) + " calls"),
      },
      series: [
        {
          type: "graph",
          layout: "none",
          animation: false,
          left: 40,
          right: 220,
          top: 30,
          bottom: 30,
          roam: true,
          draggable: true,
          edgeSymbol: ["none", "arrow"],
          edgeSymbolSize: 7,
          emphasis: {focus: "adjacency"},
          label: {show: true, position: "right", fontSize: 11, formatter: (item) => brief(item.data.short, 42)},
          labelLayout: {hideOverlap: true},
          lineStyle: {curveness: 0.12, opacity: 0.7},
          data: nodes.map(([short, full, calls], i) => ({
            id: String(i), name: String(i), short, full, calls,
            x: column * layer[i],
            y: (height * (rows[i] - 0.5)) / used[layer[i]],
            symbolSize: 8 + 22 * Math.sqrt(calls / most),
            itemStyle: {color: "#0072b2"},
          })).concat(corners),
          links: edges.map(([from, to, calls, p50, p99]) => ({
            source: String(from), target: String(to), calls, p50, p99,
            about: nodes[from][0] + " → " + nodes[to][0],
            lineStyle: {width: 1 + 4 * (Math.log1p(calls) / Math.log1p(busiest))},
          })),
        },
      ],
    });
  }

  function heat(slots, levels, cells) {
    chart.setOption({
      ...base,
      grid: {left: 80, right: 20, top: 10, bottom: 90},
      tooltip: {confine: true, formatter: (item) => lines(slots[item.value[0]], "up to " + levels[item.value[1]], number.format(item.value[3]) + " traces")},
      xAxis: {type: "category", data: slots, name: "time, UTC", nameLocation: "middle", nameGap: 28},
      yAxis: {type: "category", data: levels, name: "duration"},
      visualMap: {dimension: 2, min: 0, max: Math.max(1, ...cells.map((cell) => Math.log10(1 + cell[2]))), orient: "horizontal", left: "center", bottom: 0, formatter: (v) => number.format(Math.round(10 ** v - 1)), inRange: {color: ["#eef4fa", "#56b4e9", "#0072b2", "#d55e00"]}},
      series: [{type: "heatmap", data: cells.map(([x, y, count]) => [x, y, Math.log10(1 + count), count]), emphasis: {disabled: true}}],
    });
  }

  // Traces: name, lanes, messages; messages: from, to, text, whether it is a call.
  function sequence(traces) {
    const choice = document.createElement("select");
    choice.title = "Trace";
    traces.forEach(([name], i) => choice.add(new Option(name, i)));
    choice.addEventListener("change", () => draw(traces[choice.value]));
    place.before(choice);
    draw(traces[0]);
  }

  function draw([, lanes, messages]) {
    place.style.height = messages.length * 26 + 80 + "px";
    chart.resize();
    chart.setOption({
      ...base,
      grid: {left: 60, right: 160, top: 60, bottom: 10},
      xAxis: {type: "category", data: lanes, position: "top", boundaryGap: false, axisLine: {show: false}, splitLine: {show: true, lineStyle: {type: "dashed", color: "#8c959f"}}, axisLabel: {interval: 0, width: 150, overflow: "truncate", rotate: lanes.length > 6 ? 20 : 0}, axisTick: {show: false}},
      yAxis: {show: false, inverse: true, min: -1, max: messages.length},
      tooltip: {confine: true, formatter: (item) => lines(messages[item.value[2]][2])},
      series: [
        {
          type: "custom",
          data: messages.map(([from, to], i) => [from, to, i]),
          encode: {x: [0, 1], y: 2},
          renderItem: (params, api) => {
            const [, , text, call] = messages[api.value(2)];
            const [x1, y] = api.coord([api.value(0), api.value(2)]);
            const x2 = api.coord([api.value(1), api.value(2)])[0];
            const own = x1 === x2;
            const stroke = call ? "#0072b2" : "#8c959f";
            const points = own ? [[x1, y - 7], [x1 + 26, y - 7], [x1 + 26, y + 5], [x1 + 3, y + 5]] : [[x1, y], [x2, y]];
            const tip = own ? [x1, y + 5] : [x2, y];
            const back = own || x2 < x1 ? 7 : -7;
            return {
              type: "group",
              children: [
                {type: "polyline", shape: {points}, style: {stroke, fill: null, lineDash: call ? null : [4, 3]}},
                {type: "polygon", shape: {points: [tip, [tip[0] + back, tip[1] - 4], [tip[0] + back, tip[1] + 4]]}, style: {fill: stroke}},
                {type: "text", style: {text: brief(text, 34), x: own ? x1 + 32 : Math.min(x1, x2) + 8, y: own ? y - 7 : y - 13, fontSize: 11, fill: "#1f2328"}},
              ],
            };
          },
        },
      ],
    }, true);
  }

  ({flame: () => flame(given.nodes), graph: () => graph(given.nodes, given.edges), heat: () => heat(given.slots, given.levels, given.cells), sequence: () => sequence(given.traces)})[given.picture]();
  addEventListener("resize", () => chart.resize());
}
