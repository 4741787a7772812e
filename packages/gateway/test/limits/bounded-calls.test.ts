import { expect, it } from "vitest";
import { BoundedCalls } from "../../src/limits/bounded-calls.ts";
import { Silence } from "../../src/limits/silence.ts";
import { quiet, TestClock } from "../support/test-clock.ts";

const TIMEOUT = 50;

/** A store that answers after so many milliseconds, and how often it was asked. */
function slowStore(clock: TestClock, delay: () => number) {
  const calls = new BoundedCalls({
    timeout: TIMEOUT,
    clock,
    silence: new Silence(clock, TIMEOUT),
    onTrouble: () => {},
  });
  const state = { asked: 0 };
  const ask = () =>
    new Promise<string>((resolve) => {
      state.asked++;
      clock.setTimer(() => resolve("here"), delay());
    });
  const outcome = (): Promise<string> => calls.run("ask", ask).catch(({ reason }) => reason);
  return { state, outcome };
}

it("an answer that is late ends no silence, so that a request waits for one of its calls alone", async () => {
  const clock = new TestClock();
  const { state, outcome } = slowStore(clock, () => TIMEOUT + 1);
  const first = outcome();
  clock.turn(TIMEOUT);
  expect(await first).toBe("timeout");
  clock.turn(1);
  await quiet();
  expect(await outcome()).toBe("timeout");
  expect(state.asked).toBe(1);
});

it("an answer in time ends it", async () => {
  const clock = new TestClock();
  const delays = [TIMEOUT + 1, 5, 5];
  const { state, outcome } = slowStore(clock, () => delays.shift() ?? 0);
  const first = outcome();
  clock.turn(TIMEOUT);
  expect(await first).toBe("timeout");
  clock.turn(TIMEOUT);
  for (let calls = 0; calls < 2; calls++) {
    const next = outcome();
    await quiet();
    clock.turn(5);
    expect(await next).toBe("here");
  }
  expect(state.asked).toBe(3);
});
