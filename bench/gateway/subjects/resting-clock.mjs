// A clock whose date stands still while a gateway rests: of what it does so many times in a second, it then does as much as if it were never idle.

/**
 * Wraps a clock. The date stands still from the message `rest` until the message `wake`; what measures how long something takes goes on, because the
 * gateway works while it rests too, if something was left to be done.
 */
export function restingClock(clock) {
  let rested = 0;
  let since;
  process.on("message", (asked) => {
    if (asked !== "rest" && asked !== "wake") return;
    if (since !== undefined) rested += clock.now() - since;
    since = asked === "rest" ? clock.now() : undefined;
    process.send({ type: asked });
  });
  return { ...clock, now: () => (since ?? clock.now()) - rested };
}
