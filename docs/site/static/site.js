// Tells readers of screens one side of the page from the other.
document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "All pages");
document.querySelector(".toc-drawer")?.setAttribute("aria-label", "This page");

// Draws the diagrams of a page with the script that lies beside it, in the colours of the page, and anew with them.
const figures = [...document.querySelectorAll(".mermaid-figure")].map((figure) => [figure, figure.textContent.trim()]);
const dark = matchMedia("(prefers-color-scheme: dark)");
let drawn;

async function draw() {
  const chosen = document.body.dataset.theme;
  const theme = chosen === "dark" || (chosen !== "light" && dark.matches) ? "dark" : "neutral";
  if (theme === drawn) return;
  drawn = theme;
  mermaid.initialize({ startOnLoad: false, theme, deterministicIds: true });
  for (const [i, [figure, text]] of figures.entries()) {
    figure.innerHTML = (await mermaid.render(`figure${i}`, text)).svg;
  }
}

if (figures.length) {
  const script = document.createElement("script");
  script.src = new URL("mermaid.js", document.currentScript.src).href;
  script.onload = () => {
    draw();
    dark.addEventListener("change", draw);
    new MutationObserver(draw).observe(document.body, { attributeFilter: ["data-theme"] });
  };
  document.head.append(script);
}
