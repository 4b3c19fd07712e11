// Colours that all kinds of colour vision tell apart.
const colours = (() => {
  // Tol's light palette: each carries dark text, in both schemes.
  const FILLS = ["#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00"];
  const REST = "#cfd3d8";

  // A fill for each of these names, the heaviest first; beyond the palette all are grey.
  function fills(weights) {
    const order = [...weights].sort((a, b) => b[1] - a[1]);
    return new Map(order.map(([name], i) => [name, FILLS[i] ?? REST]));
  }

  // A difference from −1 (less, blue) to 1 (more, orange), on a light ground that carries dark text.
  const LESS = ["#e8eaed", "#c5dbf0", "#9cc3e6", "#6aa5d9"];
  const MORE = ["#e8eaed", "#fbdcb9", "#f7bb7c", "#ee9440"];
  const difference = (part) => (part < 0 ? LESS : MORE)[Math.min(3, Math.ceil(Math.abs(part) * 3 - .05))];

  // The part of names that all have.
  function prefix(names) {
    const parts = (names[0] ?? "").split(".");
    const same = (i) => names.every((name) => name.split(".")[i] === parts[i]);
    let length = 0;
    while (length < parts.length && same(length)) length++;
    return parts.slice(0, length).join(".");
  }

  // Names without what all have in front.
  function shortener(names) {
    const common = prefix(names);
    return (name) =>
      name === "" ? "(no package)"
        : name === common ? name.split(".").pop()
        : common && name.startsWith(common + ".") ? name.slice(common.length + 1)
        : name;
  }

  return {fills, difference, shortener, REST, DIFFERENCES: [...LESS.slice(1).reverse(), ...MORE]};
})();
