// The model of a comparison, which is JSON in the page, and what it says in words.
const comparison = (() => {
  const {html} = elements;
  const {duration, percent, signed, times, plural} = units;
  const model = JSON.parse(document.getElementById("data").textContent);
  const numbers = new Map(model.signatures.map((signature, i) => [signature, i]));
  const nameOf = (signature) => model.labels[numbers.get(signature)] ?? signature;
  const RESULTS = {slower: "▲ slower", faster: "▼ faster", no_change_found: "≈ not clear", too_few: "too few",
    new: "new", gone: "gone"};
  const CAUSES = {calls: ["▼ fewer calls", "▲ more calls"], self: ["▼ faster itself", "▲ slower itself"],
    below: ["▼ by its calls", "▲ by its calls"]};
  const COLOURS = {slower: "more", faster: "less"};
  const changeOf = ({before, after}) => (after ?? 0) - (before ?? 0);
  const share = (part) => (Math.abs(part) < .001 ? "±0 %" : signed(part, percent));
  const relative = (figure) => (figure.before ? share(changeOf(figure) / figure.before) : "");
  const range = ({low, high}) => (low === null ? "" : `${share(low)} to ${high === null ? "any" : share(high)}`);
  const isClear = ({result}) => result in COLOURS;
  const isSure = ({result}) => !result.includes("_"); // or it is on one side alone
  const tag = (change, text) => html("span", {class: "tag " + (COLOURS[change.result] ?? "")},
    text ?? ((isClear(change) && CAUSES[change.cause]?.[+(change.effect > 0)]) || RESULTS[change.result]));

  const kinds = model.kinds.map((kind) => {
    const sure = new Set(kind.operations.filter(isSure).map((one) => numbers.get(one.operation)));
    const name = nameOf(kind.kind);
    return {...kind, name, heat: kind.heat.map(heat.cells),
      operations: kind.operations.map((one) => ({...one, request: name, weight: kind.before?.requests ?? 0})),
      clear: kind.tree.map(([op, parent]) => (parent < 0 ? isSure(kind) : sure.has(op)))};
  });

  // All kinds as one: calls by path in the mean of a request, each kind as often as before; the rest is joined.
  function together() {
    const both = kinds.filter((kind) => kind.before && kind.after);
    const requests = both.reduce((sum, kind) => sum + kind.before.requests, 0);
    const tree = [];
    for (const kind of both) {
      const first = tree.length;
      tree.push(...kind.tree.map(([op, parent, ...figures]) => [op, parent < 0 ? -1 : first + parent,
        ...figures.map((figure) => figure * kind.before.requests / requests)]));
    }
    return {name: "All requests", tree, clear: both.flatMap((kind) => kind.clear),
      operations: kinds.flatMap((kind) => kind.operations),
      heat: [0, 1].map((side) => heat.merged(kinds.map((kind) => kind.heat[side])))};
  }

  // What explains most of the change of a request.
  function because({main, operations}) {
    const of = operations.find((one) => one.operation === main);
    if (!of || of.cause === "below") return "";
    const {calls, total, self} = of.figures;
    const name = html("b", null, nameOf(main));
    const by = (figure) => [": ", html("b", null, signed(changeOf(figure), duration)), " a request"];
    if (of.cause === "self") return [": ", name,
      ` itself takes ${duration(self.after)} instead of ${duration(self.before)}`, by(self)];
    if (of.result === "gone") return [": it no longer calls ", name, `, before ${times(calls.before)} times`,
      by(total)];
    const isNew = of.result === "new";
    return [isNew ? ": it now calls " : ": it calls ", name, ` ${times(calls.after)} times`,
      !isNew && ` instead of ${times(calls.before)}`, by(total)];
  }

  // The verdict of a kind of request; name is what stands for it.
  function verdict(kind, name) {
    const {total, failed} = kind.figures;
    const side = kind.before ?? kind.after;
    if (!kind.before || !kind.after) return [name,
      ` is ${kind.result}: ${plural(side.requests, "request")}, ${duration(side.sum / side.requests)} each.`];
    return [name, " takes ", html("b", null, duration(total.after)), ` instead of ${duration(total.before)}`,
      isClear(kind) ? [` (${relative(total)}; 95 %: ${range(total)})`, because(kind), "."]
        : range(total) ? `; the change may be anything from ${range(total)}.` : "; there are too few to tell.",
      (failed.low > 0 || failed.high < 0) && ` Failed: ${percent(failed.after)} instead of ${percent(failed.before)}.`];
  }

  // All kinds together.
  function summary() {
    const {sameMix: mix} = model;
    if (!kinds.length) return "Requests are not known: there are no traces. Calls are compared instead.";
    const found = Object.keys(RESULTS).map((result) => [kinds.filter((kind) => kind.result === result).length,
      RESULTS[result]]).filter(([n], i) => n || i < 3);
    return [mix.before !== null && ["With the same mix, a request takes ", html("b", null, duration(mix.after)),
      ` instead of ${duration(mix.before)}: `, html("b", null, relative(mix)), range(mix) && ` (${range(mix)})`, ". "],
    `${plural(kinds.length, "kind")} of requests: ${found.map(([n, name]) => `${n} ${name}`).join(", ")}.`,
    !found[0][0] && " Nothing got clearly slower."];
  }

  return {model, kinds, all: kinds.length > 1 ? together() : null, nameOf, changeOf, relative, range, isSure, tag,
    verdict, summary, packageOf: (signature) => model.packages[numbers.get(signature)] ?? ""};
})();
