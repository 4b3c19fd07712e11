// The state of a page is in its address, so that every view can be linked to and Back works.
const address = (() => {
  const read = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const text = (entries) => "#" + Object.entries(entries)
    .filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false)
    .map(([key, value]) => key + "=" + encodeURIComponent(value).replace(/%20/g, "+").replace(/%2C/g, ","))
    .join("&");

  function write(entries, push) {
    const hash = text(entries);
    if (hash === (location.hash || "#")) return;
    try {
      history[push ? "pushState" : "replaceState"](null, "", hash);
    } catch {
      location.hash = hash; // too many in a short time
    }
  }

  // A range of a heat map as two entries, and back.
  const bounds = (words) => /^([\d.]+)-([\d.]+)$/.exec(words ?? "")?.slice(1).map(Number) ?? null;
  const range = (t, d) => (bounds(t) || bounds(d) ? {time: bounds(t), duration: bounds(d)} : null);
  const ofRange = (one) => [one?.time?.map((value) => +value.toFixed(6)).join("-"),
    one?.duration?.map(Math.round).join("-")];

  return {read, text, write, range, ofRange};
})();
