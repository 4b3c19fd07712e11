// Light or dark as the system says, unless the reader chose; and drawing anew when width or medium change.
const theme = (() => {
  const {html} = elements;
  const NEXT = {auto: "light", light: "dark", dark: "auto"};
  const PAPER = 700;
  const redraws = [];
  let chosen = "auto";
  let printing = false;

  try {
    chosen = localStorage.getItem("sluice.theme") ?? "auto";
  } catch {
    // a file may have no storage
  }

  function apply() {
    document.documentElement.dataset.theme = chosen;
  }

  function button() {
    const text = () => `Theme: ${chosen}`;
    return html(
      "button",
      {
        type: "button",
        class: "controls",
        onclick: (event) => {
          chosen = NEXT[chosen] ?? "auto";
          try {
            localStorage.setItem("sluice.theme", chosen);
          } catch {
            // as above
          }
          apply();
          event.target.textContent = text();
        },
      },
      text(),
    );
  }

  function print(on) {
    if (printing === on) return;
    printing = on;
    redraws.forEach((redraw) => redraw());
  }

  let width = innerWidth;
  let waiting;
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  addEventListener("resize", () => {
    if (innerWidth === width || printing) return;
    width = innerWidth;
    clearTimeout(waiting);
    waiting = setTimeout(() => redraws.forEach((redraw) => redraw()), 100);
  });
  apply();

  return {
    button,
    isPrinting: () => printing,
    isNarrow: () => !printing && innerWidth <= 600,
    isWide: () => !printing && innerWidth > 1000,
    // What a picture in this element may be wide.
    widthOf: (host) => (printing ? PAPER : Math.max(240, host.clientWidth)),
    onRedraw: (redraw) => redraws.push(redraw),
  };
})();
