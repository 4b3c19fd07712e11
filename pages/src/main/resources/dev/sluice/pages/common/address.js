// The state of a page is in its address, so that every view can be linked to and Back works.
const address = (() => {
  function read() {
    const entries = {};
    for (const part of location.hash.slice(1).split("&")) {
      const at = part.indexOf("=");
      if (at < 1) continue;
      try {
        entries[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1).replace(/\+/g, "%20"));
      } catch {
        // not one of ours
      }
    }
    return entries;
  }

  const text = (entries) =>
    "#" +
    Object.entries(entries)
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

  return {read, text, write};
})();
