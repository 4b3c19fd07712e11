// Figures as people read them, as the terminal has them: three significant digits, a unit that fits.
const units = (() => {
  const NONE = "–";
  const whole = new Intl.NumberFormat("en-US", {maximumFractionDigits: 0});
  const fixed = (value, decimals) => (decimals ? value.toFixed(decimals) : whole.format(value)).replace("-", "−");
  const decimalsOf = (magnitude) => (magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0);
  const digits = (value) => fixed(value, decimalsOf(Math.abs(value)));

  // Steps are [from which value on, size of the unit, unit], the largest first. What rounds to 1,000 has the next unit.
  function scaled(value, steps) {
    const [, size, unit] = steps.find(([least]) => Math.abs(value) >= least) ?? steps[steps.length - 1];
    return digits(value / size) + " " + unit;
  }

  const TIMES = [[172800e9, 86400e9, "d"], [7200e9, 3600e9, "h"], [120e9, 60e9, "min"], [.9995e9, 1e9, "s"],
    [.9995e6, 1e6, "ms"], [.9995e3, 1e3, "µs"], [0, 1, "ns"]];

  function duration(nanos) {
    if (nanos === null || nanos === undefined || Number.isNaN(nanos)) return NONE;
    return nanos === 0 ? "0" : scaled(nanos, TIMES);
  }

  // Without zeros behind the point, for axes.
  const round = (text) => text.replace(/(\.\d*?)0+(?= |$)/, "$1").replace(/\.(?= |$)/, "");
  const count = (value) => (value === null || value === undefined ? NONE : whole.format(value));

  // How often, in the mean: 50.0, 2.0, 0.03.
  function times(value) {
    if (value === 0) return "0";
    if (value >= 99.95) return count(value);
    if (value >= 9.95 || Math.abs(value - Math.round(value)) < .005) return value.toFixed(1);
    return value >= .1 ? value.toFixed(value < 1 ? 2 : 1) : value.toPrecision(1);
  }

  // A part that exists is never 0 %, and one that lacks something is never 100 %.
  function percent(share) {
    const value = 100 * share;
    if (value === 0 || Number.isNaN(value)) return value === 0 ? "0 %" : NONE;
    const size = Math.abs(value);
    const isSmall = size < .05;
    const isAlmostAll = size >= 99.95 && size < 100 - 1e-9;
    const shown = isSmall ? .1 : isAlmostAll ? 99.9 : size;
    const beyond = isSmall === value > 0 ? "<" : ">";
    return (isSmall || isAlmostAll ? beyond : "") + (value < 0 ? "−" : "") + fixed(shown, shown < 99.95 ? 1 : 0) + " %";
  }

  const signed = (value, show) => (value > 0 ? "+" : "") + show(value);
  const BYTES = [["PiB", 50], ["TiB", 40], ["GiB", 30], ["MiB", 20], ["KiB", 10]]
    .map(([unit, power]) => [.9995 * 2 ** power, 2 ** power, unit]);
  const bytes = (value) => (Math.abs(value) >= BYTES[4][0] ? scaled(value, BYTES)
    : Number.isInteger(value) ? plural(value, "byte") : digits(value) + " bytes");
  const LARGE = [[.9995e9, 1e9, "G"], [.9995e6, 1e6, "M"], [0, 1e3, "k"]];
  const three = new Intl.NumberFormat("en-US", {maximumSignificantDigits: 3});
  const brief = (value) => (Math.abs(value) < 9995 ? three.format(value).replace("-", "−") : scaled(value, LARGE));

  // An operation's name in so many characters: what it does is told before whose it is.
  function shorten(name, room) {
    if (name.length <= room) return name;
    const [owner, method] = /^([^(]*)\.([^.(]*.*)$/.exec(name)?.slice(1) ?? ["", name];
    const left = room - method.length - 2;
    if (left >= 3) return `${owner.slice(0, left)}….${method}`;
    return method.length <= room ? method : method.slice(0, room - 1) + "…";
  }

  function amount(value, unit) {
    if (value === null || value === undefined) return NONE;
    if (unit === "bytes") return bytes(value);
    if (unit === "%") return percent(value / 100);
    return brief(value);
  }

  // A time of day in UTC; digits are those of the fraction of a second.
  const clock = (milliseconds, fraction) =>
    new Date(milliseconds).toISOString().slice(11, 19 + (fraction ? fraction + 1 : 0));

  const plural = (n, one, many) => `${count(n)} ${n === 1 ? one : many ?? one + "s"}`;

  return {duration, round, count, times, percent, signed, brief, amount, clock, plural, shorten};
})();
