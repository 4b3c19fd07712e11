// What a user does comes before why it is built so: pages of reasons and of changes come last.
var Scorer = {
  score: ([page, , , , score]) => /^(RATIONALE|CHANGELOG|docs\/rationale|THIRD-PARTY)/.test(page) ? score - 20 : score,
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
