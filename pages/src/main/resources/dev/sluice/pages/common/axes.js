// Places on axes: round numbers, times of day, a scale for values.
const axes = (() => {
  const SECONDS = [.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600,
    7200, 21600, 43200, 86400, 172800, 604800];
  const ROUND = [1, 2, 2.5, 5, 10];

  // Times of day at round seconds: [microseconds since begin, text], about one in so many pixels.
  function times(beginMillis, spanMicros, pixels, distance = 90) {
    const span = spanMicros / 1e6;
    const step = SECONDS.find((one) => span / one <= Math.max(1, pixels / distance)) ?? SECONDS[SECONDS.length - 1];
    const ticks = [];
    for (let i = Math.ceil(beginMillis / 1000 / step); ; i++) {
      const micros = (i * step * 1000 - beginMillis) * 1000;
      if (micros > spanMicros) return ticks;
      ticks.push([micros, units.clock(beginMillis + micros / 1000, step < .01 ? 3 : step < 1 ? 2 : 0)]);
    }
  }

  // Round values from low to high, about so many.
  function linear(low, high, number = 4) {
    const raw = (high - low) / number || 1;
    const size = 10 ** Math.floor(Math.log10(raw));
    const step = size * ROUND.find((one) => one * size >= raw * .999);
    const ticks = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); i++) {
      ticks.push(+(i * step).toPrecision(12));
    }
    return ticks;
  }

  // Powers of ten within the range; with two and five between them if there are few.
  function logarithmic(low, high) {
    const from = Math.floor(Math.log10(low));
    const to = Math.ceil(Math.log10(high));
    const between = high / low <= 200 ? [1, 2, 5] : [1];
    const ticks = [];
    for (let e = from; e <= to; e++) ticks.push(...between.map((one) => +(one * 10 ** e).toPrecision(12)));
    return ticks.filter((one) => one >= low * .999 && one <= high * 1.001);
  }

  return {times, linear, logarithmic};
})();
