// A clock that stands still while a gateway rests: what it does a number of times in a second is then done as often as if it were never idle.

/** Wraps a clock. It stands still from the message `rest` until the message `wake`. */
export function restingClock(clock) {
  const began = clock.now() - clock.elapsed();
  let rested = 0;
  let since;
  const elapsed = () => (since ?? clock.elapsed()) - rested;
  process.on("message", (asked) => {
    if (asked !== "rest" && asked !== "wake") return;
    if (since !== undefined) rested += clock.elapsed() - since;
    since = asked === "rest" ? clock.elapsed() : undefined;
    process.send({ type: asked });
  });
  return { ...clock, elapsed, now: () => Math.floor(began + elapsed()) };
}
