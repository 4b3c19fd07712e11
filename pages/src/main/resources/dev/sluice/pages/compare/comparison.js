// The model of a comparison, which is JSON in the page, and what it says in words.
const comparison = (() => {
  const {html} = elements;
  const {duration, percent, signed, times, plural} = units;
  const model = JSON.parse(document.getElementById("data").textContent);
  const numbers = new Map(model.signatures.map((signature, i) => [signature, i]));
  const nameOf = (signature) => model.labels[numbers.get(signature)] ?? signature;
  const MORE = ["slower", "slower_tail", "more_failures", "more_calls"];
  const LESS = ["faster", "faster_tail", "fewer_failures", "fewer_calls"];
  const changeOf = ({before, after}) => (after ?? 0) - (before ?? 0);
  const share = (part) => (Math.abs(part) < .001 ? "±0 %" : signed(part, percent));
  const relative = (figure) => (figure.before ? share(changeOf(figure) / figure.before) : "");
  const instead = ({before, after}, show) => `${show(after)} instead of ${show(before)}`;
  const ALL = {slower: "Requests are slower, but the change of no single kind is significant.", too_few: "There are too few requests to detect a change.",
    faster: "Requests are faster, but the change of no single kind is significant.", no_change_found: "No change was found."};
  const range = ({low, high}) => (low === null ? "" : `${share(low)} to ${high === null ? "any" : share(high)}`);
  const timeOf = ({results}) => results.find((one) => /^(slower|faster)/.test(one));
  const isSure = (change) => Boolean(timeOf(change)) || /^(new|gone)$/.test(change.result);
  // The words of a change with colour and arrow of its gravest verdict, or a text with the colour of another one.
  function tag(change, text, result = change.result) {
    const [name, arrow] = MORE.includes(result) ? ["more", "▲ "] : LESS.includes(result) ? ["less", "▼ "] : ["", ""];
    return html("span", {class: "tag " + name}, text ?? arrow + change.words);
  }

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
    const {total, p50, p99, failed, share: ofAll} = kind.figures;
    const side = kind.before ?? kind.after;
    if (!kind.before || !kind.after) return [name,
      ` is ${isSure(kind) ? kind.result : "in one recording only"}: ${plural(side.requests, "request")}, ${duration(side.sum / side.requests)} each.`];
    return [name, " takes ", html("b", null, duration(total.after)), ` instead of ${duration(total.before)}`,
      timeOf(kind) ? [` (${relative(total)}; 95 %: ${range(total)})`, !kind.tail && because(kind), "."]
        : range(total) ? `; the 95 % interval of the change is ${range(total)}.` : "; there are too few requests to detect a change.",
      kind.tail && ` Of the slowest ${percent(kind.tail)}: p99 ${instead(p99, duration)}, p50 ${instead(p50, duration)}.`,
      kind.results.some((one) => one.endsWith("failures")) && ` Failed: ${instead(failed, percent)}.`,
      kind.results.some((one) => one.endsWith("often")) && ` Of all requests: ${instead(ofAll, percent)}.`];
  }

  // All kinds together.
  function summary() {
    const {sameMix: mix, mean} = model;
    if (!kinds.length) return "There are no traces, so calls are compared instead of requests.";
    const kind = kinds.find((one) => one.kind === model.resultKind);
    const operation = (kind ?? model).operations.find((one) => one.operation === model.resultOperation);
    const found = [...new Set(kinds.map(({words}) => words))].map((words) =>
      `${kinds.filter((one) => one.words === words).length} ${words}`);
    const names = [kind?.name, operation && nameOf(operation.operation)].filter(Boolean).join(", ");
    return [html("b", null, names ? `${names}: ${(operation ?? kind).words}. ` : `${ALL[model.result]} `),
    mix.before !== null && ["With the same mix of kinds, a request takes ", html("b", null, duration(mix.after)),
      ` instead of ${duration(mix.before)}: `, html("b", null, relative(mix)), range(mix) && ` (${range(mix)})`,
      `, ${mix.result.replaceAll("_", " ")}. `],
    model.mixChanged && `The mix of kinds changed; with it, a request takes ${instead(mean, duration)}: ${relative(mean)}. `,
    `${plural(kinds.length, "kind")} of requests: ${found.join(", ")}.`];
  }

  return {model, kinds, all: kinds.length > 1 ? together() : null, nameOf, changeOf, relative, range, isSure, timeOf, tag,
    verdict, summary, packageOf: (signature) => model.packages[numbers.get(signature)] ?? ""};
})();
