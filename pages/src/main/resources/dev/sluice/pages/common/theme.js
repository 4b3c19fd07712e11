// Light or dark as the system says, unless the reader chose; and drawing anew when width or medium change.
const theme = (() => {
  const {html} = elements;
  const NEXT = {auto: "light", light: "dark", dark: "auto"};
  const KEY = "sluice.theme";
  const PAPER = 700;
  const redraws = [];
  let widths = new WeakMap();
  let printing = false;
  let width = innerWidth;
  let waiting;

  // A file may have no storage.
  function stored(use) {
    try {
      return use(localStorage);
    } catch {
      return null;
    }
  }
  let chosen = stored((storage) => storage.getItem(KEY)) ?? "auto";
  const apply = () => (document.documentElement.dataset.theme = chosen);

  function button() {
    const text = () => `Theme: ${chosen}`;
    const onclick = (event) => {
      chosen = NEXT[chosen] ?? "auto";
      stored((storage) => storage.setItem(KEY, chosen));
      apply();
      event.target.textContent = text();
    };
    return html("button", {type: "button", class: "controls", onclick}, text());
  }

  function redraw() {
    widths = new WeakMap();
    redraws.forEach((draw) => draw());
  }

  function print(on) {
    if (printing === on) return;
    printing = on;
    redraw();
  }

  // What a picture in this element may be wide; asked once, because each question lays the page out.
  function widthOf(host) {
    if (printing) return PAPER;
    if (!widths.get(host)) widths.set(host, host.clientWidth);
    return Math.max(240, widths.get(host));
  }

  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  addEventListener("resize", () => {
    if (innerWidth === width || printing) return;
    width = innerWidth;
    clearTimeout(waiting);
    waiting = setTimeout(redraw, 100);
  });
  apply();

  return {button, widthOf, isPrinting: () => printing,
    isNarrow: () => !printing && innerWidth <= 600,
    isWide: () => !printing && innerWidth > 1000,
    onRedraw: (draw) => redraws.push(draw)};
})();
