// What the reader chose. All of it is in the address; names and not numbers, so that links outlive a new report.
const state = (() => {
  const TABS = [["operations", "Operations"], ["flame", "Flame"], ["traces", "Traces"], ["resources", "Resources"],
    ["dependencies", "Dependencies"], ["differences", "Differences"]];
  // The first of each is what is not told.
  const CHOICES = {tab: TABS.map(([tab]) => tab), view: ["paths", "sandwich"], colour: ["package", "self"],
    list: ["list", "lanes"], scope: ["request", "trace"], only: ["", "failed", "incomplete"],
    map: ["kind", "all"]};
  const SORT = "-self";
  const STEP = " > ";
  const ALL = {ranges: [null, null], request: -1, only: "", zoom: []};
  const now = {};
  let onchange = () => {};

  function load() {
    const entries = address.read();
    for (const [key, values] of Object.entries(CHOICES)) {
      now[key] = values.includes(entries[key]) ? entries[key] : values[0];
    }
    if (!TABS.some(([tab]) => tab === now.tab)) now.tab = TABS[0][0];
    Object.assign(now, {
      request: recording.requestNamed.get(entries.req) ?? -1,
      op: recording.operationNamed.get(entries.op) ?? null,
      ranges: [address.range(entries.t, entries.d), address.range(entries.t2, entries.d2)],
      trace: recording.byId.get(entries.trace)?.id ?? null,
      absent: recording.byId.has(entries.trace) ? null : entries.trace ?? null,
      search: entries.q ?? "",
      sort: entries.sort ?? SORT,
      zoom: entries.zoom ? entries.zoom.split(STEP) : [],
      warmUp: entries.warm === "1",
      recursion: entries.recursion !== "0",
    });
  }

  function entries(of) {
    const other = (key) => (of[key] === CHOICES[key][0] ? null : of[key]);
    const [[t, d], [t2, d2]] = of.ranges.map(address.ofRange);
    return {
      tab: of.tab,
      req: of.request < 0 ? null : recording.requestName(of.request),
      op: of.op === null ? null : recording.labels[of.op],
      t, d, t2, d2, trace: of.trace, only: of.only, q: of.search, sort: of.sort === SORT ? null : of.sort,
      zoom: of.zoom.join(STEP), view: other("view"), colour: other("colour"), list: other("list"), scope: other("scope"),
      map: other("map"),
      warm: of.warmUp ? "1" : null, recursion: of.recursion ? null : "0",
    };
  }

  // Another kind of request has other calls: what was zoomed into is not there. Words stay in their tab.
  const withPatch = (patch) => ({...now, absent: null, ...("request" in patch && patch.request !== now.request ? {zoom: []} : {}),
    ...("tab" in patch && patch.tab !== now.tab ? {search: ""} : {}), ...patch});

  // A link to a state; the page follows it by itself.
  const link = (patch) => address.text(entries(withPatch(patch)));

  // quiet leaves the page as it is; replace makes no step of history; brushed says that a range was drawn.
  function set(patch, {quiet = false, replace = false, brushed = false} = {}) {
    Object.assign(now, withPatch(patch));
    address.write(entries(now), !replace);
    if (!quiet) onchange(brushed);
  }

  // The state that a finding's link means. What is told of a time shows what differs then.
  // Of an instant, whose durations it tells, all of its cells are chosen.
  function ofFinding({link: {tab, req = -1, op = -1, trace, only = "", t0, t1, d0, d1, b0}}) {
    const range = (from, to, nanos) => (to > from ? {time: [from / 1e6, to / 1e6], duration: nanos} : null);
    const time = d1 ? heat.widened(range(t0, t1, [d0, d1]), recording.grid) : range(t0, t1, null);
    return {...ALL, tab: tab ?? (time ? "differences" : trace || only ? "traces" : "operations"), view: "paths",
      request: req, op: op < 0 ? null : op, trace: recording.byId.get(trace)?.id ?? null, only,
      ranges: [time, range(b0, t0, null)], search: tab === "flame" && op >= 0 ? recording.labels[op] : ""};
  }

  const isFiltered = () => now.ranges[0] !== null || now.request >= 0 || now.only !== "";

  // Links to views of one tab, of which one is shown.
  const segments = (key, views, patch) => elements.html("span", {class: "segments"}, views.map(([value, text]) =>
    elements.html("a", {href: link({[key]: value, ...patch}), "data-f": `${key}-${value}`,
      "aria-current": now[key] === value ? "true" : null}, text)));

  return {TABS, ALL, now, load, link, set, segments, ofFinding, isFiltered,
    onChange: (listener) => (onchange = listener)};
})();
