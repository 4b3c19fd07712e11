// Call trees as rows in preorder: [operation, parent's row or -1, calls, total, self, failed, longest].
const calltree = (() => {
  const [CALLS, TOTAL, SELF, FAILED, MAX] = [2, 3, 4, 5, 6];

  // Merges calls by path. A node is [operation, parent node, calls, total, self, failed, longest].
  function builder() {
    const nodes = [];
    const below = [];
    const roots = new Map();

    function child(parent, operation) {
      const siblings = parent < 0 ? roots : below[parent];
      let node = siblings.get(operation);
      if (node === undefined) {
        node = nodes.length;
        nodes.push([operation, parent, 0, 0, 0, 0, 0]);
        below.push(new Map());
        siblings.set(operation, node);
      }
      return node;
    }

    function add(node, weight, calls, total, self, failed, longest) {
      const sums = nodes[node];
      sums[CALLS] += weight * calls;
      sums[TOTAL] += weight * total;
      sums[SELF] += weight * self;
      sums[FAILED] += weight * failed;
      sums[MAX] = Math.max(sums[MAX], longest);
    }

    // In preorder, the longest first.
    function rows(figuresOf = (node) => nodes[node].slice(CALLS)) {
      const out = [];
      const walk = (siblings, parent) => {
        const order = [...siblings.values()].sort((a, b) => nodes[b][TOTAL] - nodes[a][TOTAL]);
        for (const node of order) {
          const at = out.length;
          out.push([nodes[node][0], parent, ...figuresOf(node)]);
          walk(below[node], at);
        }
      };
      walk(roots, -1);
      return out;
    }

    return {child, add, rows};
  }

  // Several trees as one: [rows, how often each counts].
  function joined(trees) {
    const into = builder();
    for (const [tree, weight] of trees) copy(tree, into, () => true, weight);
    return into.rows();
  }

  function copy(rows, into, isOwn, weight = 1) {
    const place = [];
    rows.forEach((row, i) => {
      const parent = row[1] < 0 ? -1 : place[row[1]];
      const own = isOwn(row);
      place[i] = own ? into.child(parent, row[0]) : parent;
      into.add(place[i], weight, row[CALLS], own ? row[TOTAL] : 0, row[SELF], row[FAILED], own ? row[MAX] : 0);
    });
  }

  // Calls of an operation by itself become one with the first.
  function withoutRecursion(rows) {
    const into = builder();
    copy(rows, into, (row) => row[1] < 0 || rows[row[1]][0] !== row[0]);
    return into.rows();
  }

  const within = (rows, row, operation) => {
    for (let at = row[1]; at >= 0; at = rows[at][1]) if (rows[at][0] === operation) return true;
    return false;
  };

  // All calls of an operation as one root, with what they call.
  function callees(rows, operation) {
    const into = builder();
    const place = [];
    rows.forEach((row, i) => {
      const above = row[1] < 0 ? undefined : place[row[1]];
      if (above === undefined && row[0] !== operation) return;
      place[i] = into.child(above ?? -1, row[0]);
      into.add(place[i], 1, ...row.slice(CALLS));
    });
    return into.rows();
  }

  // The same operation as the root, with its callers below it; each has the part of the operation's figures that
  // comes through it. A call within another of the operation is not counted twice.
  function callers(rows, operation) {
    const into = builder();
    for (const row of rows) {
      if (row[0] !== operation || within(rows, row, operation)) continue;
      let node = -1;
      for (let at = row; at; at = rows[at[1]]) {
        node = into.child(node, at[0]);
        into.add(node, 1, ...row.slice(CALLS));
      }
    }
    return into.rows();
  }

  // Who calls whom: [caller or -1, callee, calls, total, failed], the longest first.
  function edges(rows) {
    const sums = new Map();
    for (const row of rows) {
      const caller = row[1] < 0 ? -1 : rows[row[1]][0];
      const key = caller + ">" + row[0];
      if (!sums.has(key)) sums.set(key, [caller, row[0], 0, 0, 0]);
      const sum = sums.get(key);
      sum[2] += row[CALLS];
      sum[3] += row[TOTAL];
      sum[4] += row[FAILED];
    }
    return [...sums.values()].sort((a, b) => b[3] - a[3]);
  }

  // Trees in one: rows [operation, parent, calls, total, self a request of the first side, the same of the next].
  // A side is [rows, requests].
  function pairs(...sides) {
    const into = builder();
    const sums = [];
    sides.forEach(([rows, requests], side) => {
      const place = [];
      rows.forEach(([operation, parent, ...figures], i) => {
        const means = figures.slice(0, 3).map((figure) => figure / Math.max(1, requests));
        place[i] = into.child(parent < 0 ? -1 : place[parent], operation);
        sums[place[i]] ??= sides.flatMap(() => [0, 0, 0]);
        means.forEach((mean, k) => (sums[place[i]][3 * side + k] += mean));
        into.add(place[i], 1, 0, means[1], 0, 0, 0);
      });
    });
    return into.rows((node) => sums[node]);
  }

  return {builder, within, joined, withoutRecursion, callees, callers, edges, pairs};
})();
