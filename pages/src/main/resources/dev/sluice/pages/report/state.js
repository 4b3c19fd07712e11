// What the reader chose. All of it is in the address; names and not numbers, so that links outlive a new report.
const state = (() => {
  const TABS = [
    ["operations", "Operations"],
    ["flame", "Flame"],
    ["traces", "Traces"],
    ["resources", "Resources"],
    ["dependencies", "Dependencies"],
    ["differences", "Differences"],
  ];
  // What findings of a model call the tabs.
  const ALIASES = {ops: "operations", callers: "flame", res: "resources"};
  const DEFAULTS = {tab: "operations", sort: "-self", view: "paths", colour: "package", list: "list"};
  const STEP = " > ";
  const now = {};
  let onchange = () => {};

  const range = (text) => {
    const match = /^([\d.]+)-([\d.]+)$/.exec(text ?? "");
    return match ? [+match[1], +match[2]] : null;
  };
  const pair = (time, duration) => (time || duration ? {time, duration} : null);

  function load() {
    const entries = address.read();
    const choice = (key, values) => (values.includes(entries[key]) ? entries[key] : DEFAULTS[key]);
    const tab = ALIASES[entries.tab] ?? entries.tab;
    Object.assign(now, {
      tab: TABS.some(([key]) => key === tab) ? tab : DEFAULTS.tab,
      request: recording.requestNamed.get(entries.req) ?? -1,
      op: recording.operationNamed.get(entries.op) ?? null,
      ranges: [pair(range(entries.t), range(entries.d)), pair(range(entries.t2), range(entries.d2))],
      trace: recording.byId.has(entries.trace) ? entries.trace : null,
      only: ["failed", "incomplete"].includes(entries.only) ? entries.only : "",
      search: entries.q ?? "",
      sort: entries.sort ?? DEFAULTS.sort,
      zoom: entries.zoom ? entries.zoom.split(STEP) : [],
      view: entries.tab === "callers" ? "sandwich" : choice("view", ["paths", "sandwich"]),
      colour: choice("colour", ["package", "self"]),
      list: choice("list", ["list", "lanes"]),
      warmUp: entries.warm === "1",
      recursion: entries.recursion !== "0",
    });
  }

  function entries(of) {
    const other = (key) => (of[key] === DEFAULTS[key] ? null : of[key]);
    const time = (one) => one?.time?.map((value) => +value.toFixed(6)).join("-");
    const duration = (one) => one?.duration?.map(Math.round).join("-");
    return {
      tab: of.tab,
      req: of.request < 0 ? null : recording.requestName(of.request),
      op: of.op === null ? null : recording.labels[of.op],
      t: time(of.ranges[0]), d: duration(of.ranges[0]), t2: time(of.ranges[1]), d2: duration(of.ranges[1]),
      trace: of.trace, only: of.only, q: of.search, sort: other("sort"), zoom: of.zoom.join(STEP),
      view: other("view"), colour: other("colour"), list: other("list"),
      warm: of.warmUp ? "1" : null, recursion: of.recursion ? null : "0",
    };
  }

  // Another kind of request has other calls: what was zoomed into is not there.
  const withPatch = (patch) =>
    ({...now, ...("request" in patch && patch.request !== now.request ? {zoom: []} : {}), ...patch});

  // A link to a state; the page follows it by itself.
  const link = (patch) => address.text(entries(withPatch(patch)));

  // quiet leaves the page as it is; replace makes no step of history.
  function set(patch, {quiet = false, replace = false} = {}) {
    Object.assign(now, withPatch(patch));
    address.write(entries(now), !replace);
    if (!quiet) onchange();
  }

  // The state that a finding's link means: {tab, req, op, trace, only, t0, t1 (µs), q}.
  function ofFinding(finding) {
    const {tab, req, op, trace, only, t0, t1, q} = finding.link ?? {};
    const number = (value, names) => (typeof value === "string" ? names.get(value) : value) ?? null;
    const operation = number(op, recording.operationNamed);
    const chosen = ALIASES[tab] ?? tab ?? (trace ? "traces" : "operations");
    return {
      tab: TABS.some(([key]) => key === chosen) ? chosen : "operations",
      view: tab === "callers" ? "sandwich" : "paths",
      request: number(req, recording.requestNamed) ?? -1,
      op: operation,
      trace: recording.byId.has(trace) ? trace : null,
      only: only ?? "",
      ranges: [t1 > t0 ? {time: [t0 / 1e6, t1 / 1e6], duration: null} : null, null],
      search: q ?? (tab === "flame" && operation !== null ? recording.labels[operation] : ""),
      zoom: [],
    };
  }

  const isFiltered = () => now.ranges[0] !== null || now.request >= 0 || now.only !== "";
  const ALL = {ranges: [null, null], request: -1, only: "", zoom: []};

  return {TABS, ALL, now, load, link, set, ofFinding, isFiltered, onChange: (listener) => (onchange = listener)};
})();
