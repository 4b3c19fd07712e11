// The model of a tuning, which is JSON in the page, and what follows from it.
const findings = (() => {
  const {duration, amount, percent, signed, count} = units;
  const model = JSON.parse(document.getElementById("data").textContent);
  const {settings, proof: proofs, recommended, limits} = model;
  const plain = (value) => (value < 1000 ? +value.toPrecision(3) : count(value)) + "";
  const MEASURES = {
    p50: {title: "delay p50", show: duration}, p99: {title: "delay p99", show: duration},
    bytes: {title: "bytes a record", show: plain}, cpu: {title: "CPU a record", show: duration},
    messages: {title: "messages/s", show: plain},
  };
  const AXES = ["chunk.records", "chunk.bytes", "delay", "serializer", "compression"];

  // A value of an option as people write it.
  function cell({setting}, axis) {
    const value = setting[axis] ?? "none";
    if (axis === "chunk.records") return setting["chunk.adapt"] ? "adapts to " + setting["chunk.adapt"] : count(+value);
    return axis === "chunk.bytes" ? units.round(amount(+value, "bytes")) : value;
  }
  const nameOf = (answer) => [cell(answer, AXES[0]) + (answer.setting["chunk.adapt"] ? "" : " records"),
    ...AXES.slice(1).map((axis) => cell(answer, axis))].join(", ");
  const isSame = (a, b) => nameOf(a) === nameOf(b);
  const isChosen = (answer) => recommended && isSame(answer, recommended);

  // The limits that a setting misses with the part by which it does, and why it cannot be taken.
  const missed = (answer) => Object.entries(limits).map(([word, most]) => [word, answer[word] / most - 1])
    .filter(([, excess]) => excess > 0);
  function refusal(answer) {
    const lost = proofs.find((proof) => proof.dropped > 0 && isSame(proof, answer));
    return [...missed(answer).map(([word, excess]) => `${MEASURES[word].title} ${percent(excess)} above the limit`),
    lost && `lost ${units.plural(lost.dropped, "record")} when run`].filter(Boolean).join("; ");
  }

  // Those that can be taken and of which no other has less of both measures.
  function frontOf(x, y) {
    let least = Infinity;
    return settings.filter((answer) => !refusal(answer)).sort((a, b) => a[x] - b[x] || a[y] - b[y])
      .filter((answer) => answer[y] < least && ((least = answer[y]), true));
  }

  // Why settings cannot be taken: the reason, how many, and the one that comes nearest or is first.
  function reasons() {
    const all = new Map();
    const add = (reason, number, text, by = 0) => {
      const one = all.get(reason) ?? {reason, number: 0, by: Infinity};
      all.set(reason, {...one, number: one.number + number, ...(by < one.by && {by, text})});
    };
    for (const answer of settings) {
      const over = missed(answer);
      if (over.length) add("misses " + over.map(([word]) =>
        `${MEASURES[word].title} below ${MEASURES[word].show(limits[word])}`).join(" and "), 1, nameOf(answer),
      Math.max(...over.map(([, excess]) => excess)));
    }
    model.leftOut.forEach(({what, settings: number, reason}) => add("refused: " + reason, number, what));
    proofs.filter(({dropped}) => dropped > 0).forEach((proof) => add("lost records when run", 1, nameOf(proof)));
    return [...all.values()].sort((a, b) => b.number - a.number);
  }

  // The values of an option, each with all settings of fixed limits that have it.
  function valuesOf(axis) {
    const groups = new Map();
    for (const answer of settings.filter(({setting}) => !setting["chunk.adapt"])) {
      const text = cell(answer, axis);
      groups.set(text, [...(groups.get(text) ?? []), answer]);
    }
    const size = ([, [{setting}]]) => parseFloat(setting[axis]) || 0;
    return [...groups].sort((a, b) => size(a) - size(b));
  }

  // Low end, median and high end of a measure.
  function range(answers, word) {
    const sorted = answers.map((answer) => answer[word]).sort((a, b) => a - b);
    const middle = (sorted.length - 1) / 2;
    return [sorted[0], (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2, sorted.at(-1)];
  }

  // The one of these that has all other options as the recommended one has them.
  const held = (axis, answers) => recommended && answers.find((answer) =>
    AXES.every((other) => other === axis || cell(answer, other) === cell(recommended, other)));

  const change = (from, to) => (to / from >= 3 ? "× " + plain(to / from) : signed(to / from - 1, percent));
  const error = ({predicted, measured}, word) => (predicted[word] ? measured[word] / predicted[word] - 1 : 0);
  const isOff = (proof, word) => Math.abs(error(proof, word)) > model.promised[word];
  // Further off than promised wherever in the intervals the truth is.
  const isWrong = ({contradicts = [], dropped}, word) => (word ? contradicts.includes(word)
    : contradicts.length > 0 || dropped > 0);

  return {model, MEASURES, AXES, nameOf, cell, refusal, isChosen, frontOf, reasons, valuesOf, range, held, change,
    error, isOff, isWrong};
})();
