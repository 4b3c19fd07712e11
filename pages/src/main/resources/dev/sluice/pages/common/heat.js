// A heat map of latency over time, with one or two ranges that the reader selects in it.
//
// A cell is [slot, half octave of nanoseconds, number, failed]. A grid tells when slots begin: {slots, slotNanos, from
// (nanoseconds from the recording's begin to that of slot 0, at most 0)}. A range is {time: [from, to] in seconds since
// begin or null, duration: [from, to] in nanoseconds or null}.
const heat = (() => {
  const {html, svg, complete, swatch} = elements;
  const {duration, count, clock} = units;
  const [LEFT, RIGHT, TOP, FAILED, BOTTOM, STRAYS] = [52, 32, 17, 18, 20, 24]; // pixels
  const [PAUSE, STRIP] = [5, 8]; // pixels
  const LEVELS = 8;
  const COLUMNS = [60, 40, 30, 20, 12, 8]; // numbers of columns that quantiles are drawn of
  const MIN_REQUESTS = 20; // of a column with quantiles
  const STEPS = [[1], [1, 2, 5]]; // of a decade, on the axis of durations

  // Cells that are one list of numbers; those of several lists as one list.
  const cells = (flat) => Array.from({length: flat.length / 4}, (_, i) => flat.slice(4 * i, 4 * i + 4));
  const keyOf = (slot, bucket) => slot * 128 + bucket;
  function merged(lists) {
    const sums = new Map();
    for (const [slot, bucket, n, failed] of lists.flat()) {
      const [, , before, wrong] = sums.get(keyOf(slot, bucket)) ?? [0, 0, 0, 0];
      sums.set(keyOf(slot, bucket), [slot, bucket, before + n, wrong + failed]);
    }
    return [...sums.values()];
  }

  // The lower bound of a half octave, and the half octave of a duration.
  const nanosOf = (bucket) => 2 ** (bucket / 2);
  const bucketOf = (nanos) => (nanos < 1 ? 0 : Math.floor(2 * Math.log2(nanos) + 1e-9));
  const level = (n, most) => Math.min(LEVELS,
    1 + Math.floor((LEVELS - .001) * Math.log(n) / Math.log(Math.max(2, most))));
  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

  // The bucket below which a share of the numbers lies.
  function quantile(buckets, share) {
    const keys = [...buckets.keys()].sort((a, b) => a - b);
    let need = Math.max(1, Math.ceil(share * keys.reduce((sum, key) => sum + buckets.get(key), 0)));
    return keys.find((key) => (need -= buckets.get(key)) <= 0) ?? null;
  }

  function histogram(cells) {
    const buckets = new Map();
    for (const [, bucket, n] of cells) buckets.set(bucket, (buckets.get(bucket) ?? 0) + n);
    return buckets;
  }

  // How many, how many failed, their time, and quantiles within a half octave.
  function figures(cells) {
    const sum = (i) => cells.reduce((all, cell) => all + cell[i], 0);
    const buckets = histogram(cells);
    const at = (share) => {
      const bucket = quantile(buckets, share);
      return bucket === null ? null : nanosOf(bucket + .5);
    };
    const total = cells.reduce((all, [, bucket, n]) => all + n * nanosOf(bucket + .5), 0);
    return {n: sum(2), failed: sum(3), total, p50: at(.5), p99: at(.99)};
  }

  const secondsAt = (slot, grid) => (grid.from + slot * grid.slotNanos) / 1e9;

  // Whether a part of an axis lies in a range: half of it does, or half of the range lies in it, which may be short.
  function shares([low, high], [from, to]) {
    const common = Math.min(high, to) - Math.max(low, from);
    return common > 0 && common >= .4999 * Math.min(high - low, to - from);
  }

  // Whether a cell lies in a range. The first column begins before the recording does.
  function inside([slot, bucket], range, grid) {
    const time = [secondsAt(slot, grid), secondsAt(slot + 1, grid)];
    return !range || ((!range.time || shares(time, [range.time[0] || -Infinity, range.time[1]]))
      && (!range.duration || shares([bucket, bucket + 1], range.duration.map((nanos) => 2 * Math.log2(nanos || 1)))));
  }

  // The range of whole columns and half octaves that has all of a range.
  const widened = ({time, duration: nanos}, grid) => ({
    time: time && time.map((seconds, i) =>
      Math.max(0, secondsAt(Math.floor((seconds * 1e9 - grid.from) / grid.slotNanos) + i, grid))),
    duration: nanos && [nanosOf(bucketOf(nanos[0])), nanosOf(bucketOf(nanos[1]) + 1)],
  });

  function geometry(o) {
    const plotWidth = o.width - LEFT - RIGHT;
    const plotHeight = o.height - TOP - FAILED - BOTTOM;
    const slotWidth = plotWidth / o.slots;
    const rowHeight = plotHeight / (o.highest - o.lowest);
    const y = (bucket) => TOP + plotHeight - (bucket - o.lowest) * rowHeight;
    return {
      plotWidth, plotHeight, slotWidth, rowHeight, y,
      x: (micros) => LEFT + ((micros * 1000 - o.from) / o.slotNanos) * slotWidth,
      yOf: (nanos) => clamp(y(2 * Math.log2(Math.max(1, nanos))), TOP, TOP + plotHeight),
      base: TOP + plotHeight + FAILED,
    };
  }

  function drawAxes(o, g) {
    const out = [];
    const ticks = (steps) => Array.from({length: 14}, (_, e) => steps.map((step) => step * 10 ** e)).flat()
      .map((nanos) => [nanos, g.y(2 * Math.log2(nanos))]).filter(([, y]) => y >= TOP + 4 && y <= TOP + g.plotHeight);
    for (const [nanos, y] of STEPS.map(ticks).find((all) => all.length > 1) ?? []) {
      out.push(svg("line", {class: "grid", x1: LEFT, x2: LEFT + g.plotWidth, y1: y, y2: y}));
      out.push(svg("text", {class: "dim", x: LEFT - 6, y: y + 4, "text-anchor": "end"}, units.round(duration(nanos))));
    }
    for (const [micros, text] of axes.times(o.begin, o.span / 1000, g.plotWidth)) {
      const x = g.x(micros);
      out.push(svg("line", {class: "tick", x1: x, x2: x, y1: g.base, y2: g.base + 4}));
      if (x > LEFT + 16 && x + 3.3 * text.length < o.width) {
        out.push(svg("text", {class: "dim", x, y: g.base + 16, "text-anchor": "middle"}, text));
      }
    }
    out.push(svg("rect", {class: "frame", x: LEFT, y: TOP, width: g.plotWidth, height: g.plotHeight}));
    return out;
  }

  function drawCells(o, g) {
    const paths = Array(LEVELS + 1).fill("");
    const w = (g.slotWidth + .3).toFixed(1);
    const h = (g.rowHeight + .3).toFixed(1);
    for (const [slot, bucket, n] of o.cells) {
      paths[level(n, o.most)] +=
        `M${(LEFT + slot * g.slotWidth).toFixed(1)} ${g.y(bucket + 1).toFixed(1)}h${w}v${h}h-${w}z`;
    }
    return paths.map((d, i) => d && svg("path", {d, class: "heat" + i}));
  }

  function drawFailed(o, g) {
    const sums = Array(o.slots).fill(0);
    for (const [slot, , , failed] of o.cells) sums[slot] += failed;
    const most = Math.max(1, ...sums);
    const width = Math.max(1.5, g.slotWidth - .6).toFixed(1);
    const tall = (n) => Math.max(3, 14 * n / most).toFixed(1);
    const d = sums.map((n, slot) =>
      (n ? `M${(LEFT + slot * g.slotWidth).toFixed(1)} ${g.base}v-${tall(n)}h${width}v${tall(n)}z` : "")).join("");
    return [
      svg("text", {class: "dim", x: LEFT - 6, y: g.base - 4, "text-anchor": "end"}, "failed"),
      svg("path", {d, class: "bad"}),
      svg("line", {class: "grid", x1: LEFT, x2: LEFT + g.plotWidth, y1: g.base, y2: g.base}),
    ];
  }

  // Cells by column, in columns so wide that most have enough requests for quantiles.
  function columnsOf(o) {
    const all = COLUMNS.map((number) => Math.max(1, Math.round(o.slots / number))).map((step) => {
      const groups = Map.groupBy(o.cells, ([slot]) => Math.floor(slot / step));
      const full = [...groups].filter(([, cells]) => cells.reduce((sum, cell) => sum + cell[2], 0) >= MIN_REQUESTS);
      return {step, full: new Map(full), share: full.length / groups.size};
    });
    return all.find(({share}) => share >= .8) ?? all.at(-1);
  }

  // p50 and p99 over time, where a column has enough requests.
  function drawQuantiles(o, g) {
    const {step, full} = columnsOf(o);
    const ends = [];
    return [[.99, "p99"], [.5, "p50"]].map(([share, name]) => {
      let d = "";
      let end = null;
      for (let i = 0; i * step < o.slots; i++) {
        const bucket = full.has(i) ? quantile(histogram(full.get(i)), share) : null;
        const middle = (i + Math.min(i + 1, o.slots / step)) / 2;
        const place = [LEFT + middle * step * g.slotWidth, bucket === null ? 0 : g.y(bucket + .5)];
        if (bucket !== null) d += (end ? "L"
          : `M${(place[0] - 2).toFixed(1)} ${place[1].toFixed(1)}L`) + place.map((v) => v.toFixed(1)).join(" ");
        end = bucket === null ? null : place;
        if (end) ends[name] = end;
      }
      if (!ends[name]) return null;
      const label = name === "p50" && ends.p99 ? Math.max(ends[name][1], ends.p99[1] + 13) : ends[name][1];
      return [
        svg("path", {d, class: "halo"}),
        svg("path", {d, class: "quantile", "stroke-dasharray": name === "p99" ? "5 3" : null}),
        svg("text", {class: "strong", x: LEFT + g.plotWidth + 3, y: label + 4}, name),
      ];
    });
  }

  // When records are missing: a strip above the cells, which hides none of them.
  function drawGaps(o, g) {
    if (!o.gaps?.length) return null;
    return [
      svg("text", {class: "warn strong", x: LEFT - 6, y: TOP - 4, "text-anchor": "end"}, o.lost ?? "▲"),
      o.gaps.map(([from, to, text]) => svg("rect", {class: "lost", x: g.x(from), y: TOP - STRIP - 3,
        width: Math.max(5, Math.min(LEFT + g.plotWidth, g.x(to)) - g.x(from)), height: STRIP, fill: "url(#hatch)"},
      svg("title", null, text))),
    ];
  }

  // Lines with their names, where something began.
  const drawMarks = (o, g) => (o.marks ?? []).map(([micros, text]) => {
    const x = clamp(g.x(micros), LEFT, LEFT + g.plotWidth);
    const isLate = x > LEFT + g.plotWidth - 7 * text.length;
    return [
      svg("line", {class: "mark", x1: x, x2: x, y1: TOP - 8, y2: g.base}),
      svg("text", {class: "strong halo-text", x: isLate ? x - 5 : x + 5, y: TOP - 4,
        "text-anchor": isLate ? "end" : null}, text),
    ];
  });

  // Times when all stood still, below the cells.
  function drawPauses(o, g) {
    return (o.pauses ?? []).map(([from, to, text]) =>
      svg("rect", {class: "pause", x: g.x(from), y: g.base - PAUSE, width: Math.max(1.5, g.x(to) - g.x(from)),
        height: PAUSE}, svg("title", null, text)));
  }

  function drawWarmUp(o, g) {
    if (!o.warmUpEnd) return null;
    const x = g.x(o.warmUpEnd);
    return [
      svg("rect", {class: "warm-up", x: LEFT, y: TOP, width: Math.max(2, x - LEFT), height: g.plotHeight}),
      svg("line", {class: "warm-up-end", x1: x, x2: x, y1: TOP, y2: g.base}),
      svg("text", {class: "dim halo-text", x: Math.max(x - 4, LEFT + 68), y: TOP + 13, "text-anchor": "end"},
        "◂ warm-up"),
    ];
  }

  const hatch = () => svg("defs", null, svg("pattern", {id: "hatch", width: 6, height: 6,
    patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"},
  svg("line", {class: "hatch", x1: 0, y1: 0, x2: 0, y2: 6})));

  function box(range, g) {
    const x0 = clamp(g.x(range.time ? range.time[0] * 1e6 : 0), LEFT, LEFT + g.plotWidth);
    const x1 = range.time ? clamp(g.x(range.time[1] * 1e6), LEFT, LEFT + g.plotWidth) : LEFT + g.plotWidth;
    const y0 = range.duration ? g.yOf(range.duration[1]) : TOP;
    const y1 = range.duration ? g.yOf(range.duration[0]) : TOP + g.plotHeight;
    return {x: x0, y: y0, width: Math.max(2, x1 - x0), height: Math.max(2, y1 - y0)};
  }

  // Everything but the ranges is dimmed; each has its letter.
  function drawRanges(layer, ranges, g) {
    const boxes = ranges.map((range) => range && box(range, g));
    if (!boxes.some(Boolean)) return layer.replaceChildren();
    const holes = boxes.filter(Boolean).map((b) => `M${b.x} ${b.y}v${b.height}h${b.width}v-${b.height}z`).join("");
    const all = `M${LEFT} ${TOP}h${g.plotWidth}v${g.plotHeight}h-${g.plotWidth}z`;
    layer.replaceChildren(
      svg("path", {class: "outside", d: all + holes, "fill-rule": "evenodd"}),
      ...boxes.flatMap((b, i) => (b ? [svg("rect", {class: "range range" + i, ...b}),
        svg("text", {class: "strong range-name halo-text", x: b.x + 5, y: b.y + 28}, boxes[1] ? "AB"[i] : "")] : [])));
  }

  // Pointer and keys select cells; o.onrange(range or null, which) is told what.
  function interact(node, o, g) {
    const layer = svg("g");
    const cursor = svg("rect", {class: "cursor", visibility: "hidden"});
    const said = html("p", {class: "sr", "aria-live": "polite"});
    const tip = html("div", {class: "heat-tip", "aria-hidden": "true", hidden: true});
    const found = new Map(o.cells.map((cell) => [keyOf(cell[0], cell[1]), cell]));
    let start = null;
    let second = false;

    const cellAt = (event) => {
      const place = node.getBoundingClientRect();
      const scale = o.width / place.width;
      const slot = Math.floor(((event.clientX - place.left) * scale - LEFT) / g.slotWidth);
      const up = Math.floor(((event.clientY - place.top) * scale - TOP) / g.rowHeight);
      return [clamp(slot, 0, o.slots - 1), clamp(o.highest - 1 - up, o.lowest, o.highest - 1)];
    };
    // A drag selects time alone, unless Alt is held or it goes up or down: not as a hand strays that moves to the side.
    const dragged = (event) => {
      const [across, down] = [event.clientX - start.x, event.clientY - start.y].map(Math.abs);
      const one = range(start.cell, cellAt(event));
      return event.altKey || (down >= STRAYS && 3 * down >= across) ? one : {...one, duration: null};
    };
    const range = (a, b) => {
      const times = [Math.min(a[0], b[0]), Math.max(a[0], b[0]) + 1].map((slot) => Math.max(0, secondsAt(slot, o)));
      const buckets = [Math.min(a[1], b[1]), Math.max(a[1], b[1]) + 1];
      const all = buckets[0] <= o.lowest && buckets[1] >= o.highest;
      return {time: times, duration: all ? null : buckets.map(nanosOf)};
    };
    const ranges = (one) => (second ? [o.ranges[0], one] : [one, o.ranges[1]]);
    const which = () => (o.second() ? 1 : 0);

    // What a cell holds, in words: the same for who points at it and who hears it.
    function wordsOf(slot, bucket) {
      const cell = found.get(keyOf(slot, bucket));
      return [`${clock(o.begin + secondsAt(slot, o) * 1000, 1)}, ${duration(nanosOf(bucket))} to `
        + `${duration(nanosOf(bucket + 1))}: ${units.plural(cell ? cell[2] : 0, "request")}`
        + (cell?.[3] ? `, ${count(cell[3])} failed` : ""), cell && o.kinds?.(slot, bucket)].filter(Boolean).join(": ");
    }

    // Words of the cell, the column's failures, or none.
    function pointed(event) {
      const {top, height} = node.getBoundingClientRect();
      const down = (event.clientY - top) * o.height / height - TOP;
      const [slot, bucket] = cellAt(event);
      if (down > 0 && down < g.plotHeight) return found.has(keyOf(slot, bucket)) ? wordsOf(slot, bucket) : null;
      const {n, failed} = figures(o.cells.filter((cell) => down >= g.plotHeight && cell[0] === slot));
      return failed ? `${clock(o.begin + secondsAt(slot, o) * 1000, 1)}: ${count(failed)} of `
        + `${units.plural(n, "request")} failed` : null;
    }

    // Beside a place of the window, and within it.
    function showTip(text, x, y) {
      tip.hidden = !text;
      if (!text) return;
      tip.textContent = text;
      const left = clamp(x + 14, 4, Math.max(4, document.documentElement.clientWidth - tip.offsetWidth - 4));
      const top = y + 16 + tip.offsetHeight > innerHeight ? y - 10 - tip.offsetHeight : y + 16;
      Object.assign(tip.style, {left: `${left}px`, top: `${top}px`});
    }

    function drawCursor() {
      const [slot, bucket] = o.cursor.at;
      complete(cursor, {visibility: "visible", x: LEFT + slot * g.slotWidth, y: g.y(bucket + 1),
        width: Math.max(3, g.slotWidth), height: g.rowHeight}, []);
      said.textContent = wordsOf(slot, bucket);
      requestAnimationFrame(() => {
        const {right, bottom} = cursor.getBoundingClientRect();
        if (document.activeElement === node) showTip(said.textContent, right - 10, bottom - 12);
      });
    }

    function move([right, up], extend) {
      const {at = [Math.floor(o.slots / 2), Math.round((o.lowest + o.highest) / 2)], anchor} = o.cursor;
      o.cursor.anchor = extend ? anchor ?? at : null;
      o.cursor.at = [clamp(at[0] + right, 0, o.slots - 1), clamp(at[1] + up, o.lowest, o.highest - 1)];
      if (extend) o.onrange(range(o.cursor.anchor, o.cursor.at), which(), true);
      drawCursor();
    }

    const STEPS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
    const listeners = {
      pointerdown: (event) => {
        if (event.button || !o.onrange) return;
        second = Boolean(o.second() || event.ctrlKey || event.metaKey || event.shiftKey);
        start = {cell: cellAt(event), x: event.clientX, y: event.clientY};
        node.setPointerCapture(event.pointerId);
        showTip(null);
      },
      pointermove: (event) => {
        if (start) drawRanges(layer, ranges(dragged(event)), g);
        else showTip(pointed(event), event.clientX, event.clientY);
      },
      pointerleave: () => showTip(null),
      pointerup: (event) => {
        if (!start) return;
        const isClick = String(cellAt(event)) === String(start.cell);
        const selected = !isClick ? dragged(event) : o.ranges[+second] ? null : range(start.cell, start.cell);
        start = null;
        o.onrange(selected, +second);
      },
      pointercancel: () => {
        start = null;
        drawRanges(layer, o.ranges, g);
      },
      keydown: (event) => {
        const step = STEPS[event.key];
        if (step) move(step, event.shiftKey && o.onrange);
        else if (!o.onrange) return;
        else if (event.key === "Enter" && o.cursor.at) o.onrange(range(o.cursor.at, o.cursor.at), which());
        else if (event.key === "Escape") o.onrange(null, o.ranges[1] ? 1 : 0);
        else return;
        event.preventDefault();
      },
      focus: () => o.cursor.at && drawCursor(),
      blur: () => {
        cursor.setAttribute("visibility", "hidden");
        showTip(null);
      },
    };
    for (const [type, listener] of Object.entries(listeners)) node.addEventListener(type, listener);
    drawRanges(layer, o.ranges, g);
    node.append(layer, cursor);
    return [said, tip];
  }

  // Options: a grid and cells, begin (ms), span (ns), lowest, highest (half octaves), most (of a cell), width, height,
  // label, gaps and pauses [[from, to in µs, text]], lost (the strip's name), marks [[µs, text]], warmUpEnd (µs),
  // rings [{micros, nanos, title, strong}], ranges (two), kinds(slot, half octave) for words of a cell, cursor (an
  // object of the owner, kept), id, and, if ranges can be selected, second() and onrange(range or null, which,
  // isStep).
  function map(o) {
    const g = geometry(o);
    const node = svg("svg", {class: "heat", width: o.width, height: o.height, viewBox: `0 0 ${o.width} ${o.height}`,
      tabindex: 0, role: "application", "data-f": o.id ?? "heat", "aria-label": o.label},
      o.gaps?.length > 0 && hatch(), drawAxes(o, g), drawCells(o, g), drawWarmUp(o, g), drawGaps(o, g),
      drawQuantiles(o, g), drawFailed(o, g), drawPauses(o, g), drawMarks(o, g),
      (o.rings ?? []).map((ring) =>
        svg("circle", {class: "ring" + (ring.strong ? " strong" : ""), cx: g.x(ring.micros).toFixed(1),
          cy: g.yOf(ring.nanos).toFixed(1), r: ring.strong ? 7 : 4.5}, svg("title", null, ring.title))));
    return [node, interact(node, o, g)];
  }

  const legend = (most) => html("span", null, "requests a cell: 1 ",
    Array.from({length: LEVELS}, (_, i) => swatch(`var(--heat${i + 1})`)), ` ${count(most)}`);

  // The same as a table of so many rows.
  function table(o, number = 24) {
    const step = Math.ceil(o.slots / number);
    const rows = [];
    for (let from = 0; from < o.slots; from += step) {
      rows.push([from, figures(o.cells.filter((cell) => cell[0] >= from && cell[0] < from + step))]);
    }
    return tables.table([
      {key: "time", head: "from", name: true, cell: ([slot]) => clock(o.begin + secondsAt(slot, o) * 1000, 1)},
      {key: "n", head: "requests", number: true, cell: ([, f]) => count(f.n)},
      {key: "p50", head: "p50, about", number: true, cell: ([, f]) => duration(f.p50)},
      {key: "p99", head: "p99, about", number: true, cell: ([, f]) => duration(f.p99)},
      {key: "failed", head: "failed", number: true, cell: ([, f]) => count(f.failed)},
    ], rows, {caption: "Latency over time", class: "compact"});
  }

  // A range in words; clock(seconds) tells a time.
  const words = ({time, duration: nanos}, clockOf) => [time?.map(clockOf).join("–"), nanos?.map(duration).join("–")]
    .filter(Boolean).join(", ");

  return {map, cells, merged, keyOf, legend, table, words, figures, inside, bucketOf, nanosOf, quantile, secondsAt, widened};
})();
