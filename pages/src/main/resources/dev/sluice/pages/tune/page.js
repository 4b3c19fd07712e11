// The page of a tuning: recommendation and front, each option's effect, predicted beside proven, what cannot be had.
(() => {
  const {html, replace, note, asTable, facts, keepFocus} = elements;
  const {duration, percent, signed, count, plural} = units;
  const {model, MEASURES, AXES, nameOf, cell, refusal, error, isOff, isWrong} = findings;
  const {settings, proof: proofs, recommended} = model;
  const words = Object.keys(MEASURES);
  const EFFECTS = ["p99", "bytes", "cpu"];
  const NEGLIGIBLE = .02;
  const FAR = 8; // values further apart are drawn by powers of ten
  const title = (word) => MEASURES[word].title;
  const show = (word, of) => MEASURES[word].show(of[word]);
  const names = (list) => ({kind: "names", title: "", names: list});
  const figure = (key, head, cellOf, value) => ({key, head, number: true, cell: cellOf, value});
  const table = (caption, columns, rows, options) =>
    tables.table(columns, rows, {caption, class: "compact", ...options});
  const now = {};

  function load() {
    const {y, sort} = address.read();
    Object.assign(now, {y: words.includes(y) && y !== "p99" ? y : "bytes", sort: sort ?? ""});
  }
  function set(patch) {
    Object.assign(now, patch);
    address.write({y: now.y === "bytes" ? null : now.y, sort: now.sort}, false);
    keepFocus(draw);
  }

  function axisOf(word) {
    const values = settings.map((answer) => answer[word]);
    const isFar = Math.min(...values) > 0 && Math.max(...values) > FAR * Math.min(...values);
    return {kind: isFar ? "log" : "linear", title: title(word), names: [],
      format: (value) => units.round(MEASURES[word].show(value))};
  }

  // A picture is drawn once its place is in the page.
  const waiting = [];
  function picture(chart, height) {
    const place = html("div");
    waiting.push(() => plot.draw(place, chart, height));
    return place;
  }

  const BASIS = {proven: "✓ the proof agrees", measured: "▲ the proof contradicts the prediction",
    "not contradicted": "▲ neither proven nor contradicted", all: "✓ all settings were run"};
  function recommendation() {
    if (!recommended) return html("p", {class: "lead"}, "The command was stopped before it had a result.");
    const {basis, goalMet, reason} = recommended;
    const text = BASIS[model.verdict.startsWith("Measured") ? "all" : basis] ?? "▲ predicted, not proven";
    const wrong = proofs.filter((proof) => isWrong(proof)).length;
    const badge = text.startsWith("✓") && wrong ? text.replace("✓", "▲") + `, but ${count(wrong)} of ${
      plural(proofs.length, "run")} contradict${wrong === 1 ? "s" : ""} the prediction` : text;
    return [html("p", {class: "lead"}, goalMet ? "Take " : "Nearest to the goal: ",
      html("b", null, nameOf(recommended)), ". Delay p99 ", html("b", null, show("p99", recommended)),
      ["bytes", "cpu", "messages"].map((word) => [", ", html("b", null, show(word, recommended)), " " + title(word)]),
      "."),
    html("p", null, html("span", {class: "badge " + (badge.startsWith("✓") ? "ok" : "bad")}, badge), " ", !goalMet
      && [html("span", {class: "badge bad"}, "▲ no setting keeps to " + model.goal), " "],
    model.verdict.replace(/\.?$/, ". "), reason)];
  }

  function besideDefault() {
    const measured = proofs.find(({role}) => role === "default")?.measured;
    const today = (recommended.basis === "measured" && measured) || settings.find((answer) => answer.default);
    return html("div", null, table("Recommended beside the default",
      [{key: "what", head: "measure", name: true, cell: title},
        figure("default", "default", (word) => show(word, today)),
        figure("here", "recommended", (word) => html("b", null, show(word, recommended))),
        figure("change", "change", (word) => findings.change(today[word], recommended[word]))], words),
    html("pre", null,
      Object.entries(recommended.setting).map(([name, value]) => `sluice.${name}=${value}`).join("\n")));
  }

  function front() {
    const {y} = now;
    const joined = findings.frontOf("p99", y);
    const rest = settings.filter((answer) => !refusal(answer) && !joined.includes(answer));
    const series = [["values", "other settings", rest.filter((answer) => !answer.front)],
      ["refused", "settings that miss the goal or lose records", settings.filter(refusal)],
      ["line", `least delay and ${title(y)}`, joined],
      ["scatter", "on the front by other measures", rest.filter((answer) => answer.front)],
      ["current", "default", settings.filter((answer) => answer.default)],
      ["chosen", "recommended", settings.filter(findings.isChosen)]]
      .filter(([, , data]) => data.length).map(([kind, name, data]) => ({kind, name, data: data.map((answer) =>
        [answer.p99, answer[y], [nameOf(answer), refusal(answer)].filter(Boolean).join(": ")])}));
    return html("figure", null, html("div", {class: "keys controls"}, "Delay p99 against", words.map((word) =>
      word !== "p99" && html("button", {type: "button", "data-f": "y-" + word, "aria-pressed": String(word === y),
        onclick: () => set({y: word})}, title(word)))),
    picture({id: "front", title: `Delay p99 against ${title(y)}; arrows go from setting to setting`, x: axisOf("p99"),
      y: axisOf(y), series}, 370),
    note(`Predicted: ${plural(settings.length, "setting")}, `,
      `${count(settings.filter((answer) => answer.front).length)} of them are the front: no other setting is better in every measure.`));
  }

  function all() {
    const rank = (answer) => [findings.isChosen(answer), answer.default, answer.front, !refusal(answer)]
      .reduce((sum, is) => 2 * sum + (is ? 0 : 1), 0);
    const tags = (answer) => [findings.isChosen(answer) && "recommended", answer.default && "default",
      answer.front && "front"].map((role) => role && html("span", {class: "tag"}, role));
    return table("All settings", [
      {key: "role", head: "role", name: true, cell: (answer) => [tags(answer),
        refusal(answer) ? html("span", {class: "tag warn"}, "✗ " + refusal(answer))
          : !tags(answer).some(Boolean) && "–"]},
      ...AXES.map((axis) => ({key: axis, head: axis, text: true, cell: (answer) => cell(answer, axis),
        value: ({setting}) => parseFloat(setting[axis]) || setting[axis] || ""})),
      ...words.map((word) => figure(word, title(word), (answer) => show(word, answer), (answer) => answer[word]))],
    [...settings].sort((a, b) => rank(a) - rank(b) || a.p99 - b.p99), {class: "compact cards settings", id: "settings",
      limit: 12, sort: now.sort, onsort: (sort) => set({sort})});
  }

  function effect(axis) {
    const values = findings.valuesOf(axis);
    const kind = values.every(([, [{setting}]]) => parseFloat(setting[axis])) ? "line" : "scatter";
    const charts = EFFECTS.map((word) => {
      const ranges = values.map(([, answers]) => findings.range(answers, word));
      return {id: `${axis}-${word}`, title: `${axis}: ${title(word)}`, isBare: true, y: axisOf(word),
        x: names(values.map(([text]) => text)), series: [
          {kind, name: "median", data: ranges.map(([, median], i) => [i, median])},
          {kind: "interval", name: "median", data: ranges.map(([low, , high], i) => [i, low, high])},
          {kind: "scatter", name: "with the other options as recommended", data: values.flatMap(([, answers], i) => {
            const answer = findings.held(axis, answers);
            return answer ? [[i, answer[word], nameOf(answer)]] : [];
          })}]};
    });
    const share = (word) => `${percent(model.mainEffects[axis]?.[word] ?? 0)} of ${title(word)}`;
    return html("figure", null,
      html("h3", null, axis, html("span", {class: "dim"}, " decides " + EFFECTS.map(share).join(", "))),
      html("div", {class: "effects"}, charts.map((chart) => picture(chart, 170))),
      asTable(axis, () => html("div", null, charts.map(plot.table))));
  }

  function effects() {
    const most = (axis) => Math.max(...Object.values(model.mainEffects[axis] ?? {}), 0);
    const several = AXES.filter((axis) => findings.valuesOf(axis).length > 1).sort((a, b) => most(b) - most(a));
    const idle = several.filter((axis) => most(axis) < NEGLIGIBLE);
    return [html("p", null, "● median and range of all settings with a value. ▲ all other options as recommended. ",
      "Shares are of the variance between settings; the rest to 100 % comes from combinations of options.",
      idle.length > 0 && ` ${idle.join(" and ")} decide${idle.length === 1 ? "s" : ""} less than 2 % of each measure.`),
    several.map(effect)];
  }

  function proven() {
    if (!proofs.length) return note("No setting was run end to end.");
    const promised = Object.keys(model.promised);
    const bar = (word) => `${100 * model.promised[word]} %`;
    const kept = proofs.filter((proof) => !promised.some((word) => isOff(proof, word)));
    const wrong = proofs.filter((proof) => isWrong(proof)).length;
    const open = proofs.filter((proof) => !isWrong(proof) && !kept.includes(proof)).length;
    const late = proofs.filter(({lateNanos, measured}) => lateNanos > .05 * measured.p99);
    const nameAt = (i) => {
      const before = proofs.slice(0, i).filter(({role}) => role === proofs[i].role).length;
      return proofs[i].role + (before ? " " + (before + 1) : "");
    };
    const off = (proof, word) =>
      signed(100 * error(proof, word), (value) => value.toFixed(1).replace("-", "−")) + " %";
    return [html("p", null, `${count(kept.length)} of ${plural(proofs.length, "setting")} that ran end to end `,
      `${kept.length === 1 ? "keeps" : "keep"} to the prediction`,
    wrong > 0 && `, ${count(wrong)} contradict${wrong === 1 ? "s" : ""} it (✗)`,
    open > 0 && `, ${count(open)} cannot be decided within the 95 % intervals (~)`, ". Promised are ",
      promised.map((word) => `${bar(word)} for ${title(word)}`).join(", "), ". ", late.length > 0
        && `The machine was busy: records were emitted up to ${
          duration(Math.max(...late.map(({lateNanos}) => lateNanos)))} late; repeat it on an idle machine.`),
    picture({id: "errors", title: "Measured beyond what was predicted, in per cent", sideways: true,
      x: names(promised.map((word) => `${title(word)}, ±${bar(word)}`)),
      y: {kind: "linear", title: "measured beyond predicted, %", names: []},
      series: [{kind: "interval", name: "promised", data: promised.map((word, i) =>
        [i, -100 * model.promised[word], 100 * model.promised[word]])},
      ...proofs.map((proof, k) => ({kind: "scatter", name: nameAt(k),
        data: promised.map((word, i) => [i, 100 * error(proof, word), nameOf(proof)])}))]},
    120 + 34 * promised.length),
    table("Predicted and measured", [
      {key: "role", head: "predicted → measured", name: true, cell: (proof) =>
        [html("b", null, nameAt(proofs.indexOf(proof))), html("span", {class: "package"}, nameOf(proof))]},
      ...promised.flatMap((word) => [
        figure(word, title(word), ({predicted, measured}) => `${show(word, predicted)} → ${show(word, measured)}`
          + (measured[word + "Half"] >= 0 ? " ± " + MEASURES[word].show(measured[word + "Half"]) : "")),
        figure(word + "-off", "off", (proof) => (isWrong(proof, word)
          ? html("span", {class: "tag bad"}, "✗ " + off(proof, word))
          : (isOff(proof, word) ? "~ " : "") + off(proof, word)))]),
      figure("dropped", "lost", ({dropped}) => tables.failures(dropped)),
      figure("chunks", "chunks", ({chunks}) => count(chunks))], proofs)];
  }

  function infeasible() {
    const reasons = findings.reasons();
    return reasons.length ? table("Not feasible", [
      {key: "reason", head: "reason", name: true, cell: ({reason}) => reason},
      figure("number", "settings", ({number}) => count(number)), {key: "example", head: "nearest, or first",
        cell: ({text, by}) => text + (by ? `, by ${percent(by)}` : "")}], reasons)
      : html("p", null, model.goal ? `Every setting keeps to ${model.goal}, and none was rejected.`
        : "Every setting was accepted, and there is no goal to miss.");
  }

  function sink({sizes}) {
    const data = (kind, name, value) => ({kind, name, data: sizes.map((size) => [size.bytes, value(size)].flat())});
    const mean = (word) => [data("line", "mean, 95 %", (size) => size[word].mean),
      data("interval", "mean, 95 %", ({[word]: {mean: middle, low = middle, high = middle}}) =>
        [Math.max(low, middle / 10), high])]; // a logarithm has no 0
    const quantiles = ["p50", "p99"].map((word) => data("line", word, (size) => size[word]));
    const charts = [["Round trip", [...mean("roundTrip"), ...quantiles]], ["CPU of both sides", mean("cpu")]]
      .map(([what, series], i) => ({id: "sink" + i, title: what, series,
      x: {kind: "log", title: "bytes a chunk", names: [], format: units.brief},
      y: {kind: "log", title: what, names: [], format: (value) => units.round(duration(value))}}));
    const widest = Math.max(...sizes.flatMap(({roundTrip, cpu}) => [roundTrip, cpu])
      .map(({mean: middle, high = Infinity}) => (high === middle ? 0 : high / middle - 1)));
    return [html("h3", null, "The sink alone"),
      note("Chunks of random bytes at the expected intervals, from the raw writer to the raw reader. ",
        Number.isFinite(widest) ? `95 % intervals are up to ± ${percent(widest)} of the mean`
          : "Some intervals are unknown",
        widest > .5 ? ": repeat it on an idle machine." : "."),
      html("div", {class: "effects"}, charts.map((chart) => picture(chart, 240))),
      asTable("The sink alone", () => html("div", null, charts.map(plot.table)))];
  }

  function method() {
    const known = model.leftOut.map(({what, reason}) => `${what} is left out: ${reason}`);
    return [facts([
      ["records", `${count(model.records)} of ${model.source}, ${count(model.recordsPerSecond)} a second`],
      ["sink", model.sink], ["goal", model.goal || "none"], ["least", model.minimize ?? "of everything together"],
      ["time", model.time]]),
    model.remarks.filter((remark) => !known.includes(remark)).map((remark) => html("p", null, remark)),
    html("p", null, "Each setting is predicted on a virtual clock from these records and from what the sink does ",
      "alone; the best, the default and two of the front are run end to end."),
    html("pre", null, model.command), html("p", {class: "dim"}, model.machine),
    model.sinkAlone && sink(model.sinkAlone)];
  }

  const main = html("main");
  function draw() {
    waiting.length = 0;
    const part = (head, make) => html("section", null, html("h2", null, head), make());
    replace(main, recommendation(), recommended && [html("div", {class: "first"}, front(), besideDefault()),
      part("All settings", all), part("What each option does", effects), part("Predicted and measured", proven),
      part("Not feasible, and why", infeasible)], part("Method and recording", method));
    waiting.forEach((one) => one());
  }

  const head = html("h1", null, "Settings for these records into this sink");
  replace(document.getElementById("app"),
    html("header", {class: "line"}, head, html("span", {class: "grow"}), theme.button()), main);
  load();
  draw();
  ["hashchange", "popstate"].forEach((type) => addEventListener(type, () => load() || keepFocus(draw)));
  theme.onRedraw(draw);
})();
