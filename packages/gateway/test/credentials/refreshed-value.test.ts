import { describe, expect, it } from "vitest";
import { RefreshedValue } from "../../src/providers/credentials/refreshed-value.ts";
import { TestClock } from "../support/test-clock.ts";

const MINUTE = 60_000;

interface Numbered {
  readonly number: number;
  readonly expiresAt?: number;
}

/** Values that are numbered in the order in which they were obtained, and live so long. */
function numbered(life: number | undefined, fails: (number: number) => boolean = () => false) {
  const clock = new TestClock();
  const troubles: (string | undefined)[] = [];
  let count = 0;
  const value = new RefreshedValue<Numbered>({
    clock,
    onTrouble: (trouble) => troubles.push(trouble),
    obtain: async () => {
      const number = ++count;
      await Promise.resolve();
      if (fails(number)) throw new Error(`failure ${number}`);
      return { number, ...(life === undefined ? {} : { expiresAt: clock.now() + life }) };
    },
  });
  return { clock, troubles, value, obtained: () => count, get: async () => (await value.get()).number };
}

describe("a value that is refreshed", () => {
  it("is obtained once for all that ask at the same time", async () => {
    const { get, obtained } = numbered(60 * MINUTE);
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    expect(obtained()).toBe(1);
  });

  it("is given at once while it is fresh", async () => {
    const { clock, value, get } = numbered(60 * MINUTE);
    await get();
    clock.turn(54 * MINUTE);
    expect(value.get()).toMatchObject({ number: 1 });
  });

  it("is renewed in the background in the last five minutes of its life", async () => {
    const { clock, value, get, obtained } = numbered(60 * MINUTE);
    await get();
    clock.turn(56 * MINUTE);
    expect(value.get()).toMatchObject({ number: 1 });
    expect(value.get()).toMatchObject({ number: 1 });
    await Promise.resolve();
    await expect.poll(get).toBe(2);
    expect(obtained()).toBe(2);
  });

  it("is not used any more in the last half minute", async () => {
    const { clock, get } = numbered(60 * MINUTE);
    await get();
    clock.turn(59 * MINUTE + 45_000);
    expect(await get()).toBe(2);
  });

  it("is used for most of its life if that is short", async () => {
    const { clock, value, get } = numbered(MINUTE);
    await get();
    clock.turn(45_000);
    expect(value.get()).toMatchObject({ number: 1 });
    clock.turn(10_000);
    expect(await get()).toBe(2);
  });

  it("stays in use if it cannot be renewed, says so, and is tried again later", async () => {
    const { clock, value, get, troubles, obtained } = numbered(60 * MINUTE, (number) => number === 2);
    await get();
    clock.turn(56 * MINUTE);
    value.get();
    await expect.poll(() => troubles).toEqual(["failure 2"]);
    expect(await get()).toBe(1);
    expect(obtained()).toBe(2);
    clock.turn(10_000);
    value.get();
    await expect.poll(get).toBe(3);
    expect(troubles).toEqual(["failure 2", undefined]);
  });

  it("fails once it has expired and cannot be renewed", async () => {
    const { clock, get } = numbered(60 * MINUTE, (number) => number === 2);
    await get();
    clock.turn(60 * MINUTE);
    await expect(get()).rejects.toThrow("failure 2");
    expect(await get()).toBe(3);
  });

  it("is replaced once for all whose requests were refused with it", async () => {
    const { value, get, obtained } = numbered(undefined);
    const first = await value.get();
    expect([value.refused(first, true), value.refused(first, true)]).toEqual([true, true]);
    expect(await Promise.all([get(), get()])).toEqual([2, 2]);
    expect(obtained()).toBe(2);
  });

  it("is not replaced again at once if its successor is refused too", async () => {
    const { clock, value } = numbered(undefined);
    value.refused(await value.get(), true);
    const second = await value.get();
    expect(value.refused(second, true)).toBe(false);
    clock.turn(10_000);
    expect(value.refused(second, true)).toBe(true);
  });

  it("is replaced again at once if its successor was accepted before", async () => {
    const { value } = numbered(undefined);
    value.refused(await value.get(), true);
    const second = await value.get();
    value.accepted(second);
    expect(value.refused(second, false)).toBe(false);
    expect(value.refused(second, true)).toBe(true);
  });
});
