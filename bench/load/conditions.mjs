// What must hold after a load.

/** Growth that is none: the collector of garbage is in no hurry. */
const NOISE = { share: 0.15, mib: 24 };

export function conditionsOf({ streams, requests, limits, usage, memory, left }) {
  const troubles = (tally, name) => tally[name].slice(0, 5);
  const all = (name) => [...troubles(streams, name), ...troubles(requests, name)];
  return [
    condition("streams at once", streams.peak >= streams.sent, `${streams.peak} of ${streams.sent}`),
    condition("lost", all("lost").length === 0, all("lost")),
    condition("crossed", all("crossed").length === 0, all("crossed")),
    condition("neither complete nor an error", all("wrong").length === 0, all("wrong")),
    condition("rpm", limits.rpm.isKept, limits.rpm),
    condition("concurrency", limits.concurrency.isKept, limits.concurrency),
    condition("budget", limits.budget.isKept, limits.budget),
    condition("money counted once", Math.abs(usage.spent - usage.countedSpent) < 1e-9, [
      usage.spent,
      usage.countedSpent,
    ]),
    condition("requests counted once", same(usage.sent, usage.counted), usage),
    condition("tokens counted once", usage.tokens === usage.countedTokens, [usage.tokens, usage.countedTokens]),
    condition(
      "memory flat",
      memory.every(isFlat),
      memory.filter((each) => !isFlat(each)),
    ),
    condition("nothing left in flight", left.streams === 0 && left.isRunning, left),
  ];
}

function condition(name, holds, seen) {
  return { name, holds, ...(holds ? {} : { seen }) };
}

function same(one, other) {
  return Object.keys(one).every((key) => one[key] === other[key]);
}

// Redis keeps stored responses, whose number grows.
function isFlat({ name, quarters: [, second, , last] }) {
  return name === "redis-server" || last <= second * (1 + NOISE.share) + NOISE.mib;
}
