import { describe, expect, it } from "vitest";
import { Deadline } from "../../src/exchange/deadline.ts";
import { TestClock } from "../support/test-clock.ts";

function deadline() {
  const clock = new TestClock();
  const expired: string[] = [];
  return { clock, expired, timer: new Deadline(clock, (isAtLimit) => expired.push(isAtLimit ? "limit" : "time")) };
}

describe("a deadline", () => {
  it("expires once, after the time that was set last", () => {
    const { clock, expired, timer } = deadline();
    timer.set(100);
    clock.turn(90);
    timer.set(100);
    clock.turn(90);
    expect(expired).toEqual([]);
    clock.turn(1000);
    expect(expired).toEqual(["time"]);
  });

  it("expires earlier if a shorter time is set", () => {
    const { clock, expired, timer } = deadline();
    timer.set(1000);
    timer.set(10);
    clock.turn(10);
    expect(expired).toEqual(["time"]);
  });

  it("expires at its limit, however often it is set", () => {
    const { clock, expired, timer } = deadline();
    timer.limit(250);
    for (let count = 0; count < 4; count++) {
      timer.set(100);
      clock.turn(60);
    }
    expect(expired).toEqual([]);
    timer.set(100);
    clock.turn(10);
    expect(expired).toEqual(["limit"]);
  });

  it("keeps its limit when its time has expired, and when it is cleared", () => {
    const { clock, expired, timer } = deadline();
    timer.limit(250);
    timer.set(100);
    clock.turn(100);
    timer.clear();
    clock.turn(149);
    expect(expired).toEqual(["time"]);
    clock.turn(1);
    expect(expired).toEqual(["time", "limit"]);
  });

  it.each([
    ["when it is stopped", (timer: Deadline) => timer.stop()],
    ["for times of 0", (timer: Deadline) => [timer.limit(0), timer.set(0)]],
  ])("never expires %s", (_, change) => {
    const { clock, expired, timer } = deadline();
    timer.limit(250);
    timer.set(100);
    change(timer);
    clock.turn(1000);
    expect(expired).toEqual([]);
  });
});
