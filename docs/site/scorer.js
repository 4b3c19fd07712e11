// What a user does comes before how and why it is built: pages of reasons, changes and for contributors come last.
var Scorer = {
  score: ([page, , , , score]) => /^(RATIONALE|CHANGELOG|THIRD-PARTY|docs\/(rationale|development|packages|recipes|releases))/.test(page) ? score - 20 : score,
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
