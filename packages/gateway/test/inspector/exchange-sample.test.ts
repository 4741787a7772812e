import { describe, expect, it } from "vitest";
import { type CountedSecond, ExchangeSample } from "../../src/inspector/exchange-sample.ts";
import { RecordingAllowance } from "../../src/inspector/recording-allowance.ts";

const START = 1_800_000_000_000;

/** How many of some exchanges that begin at the same time are recorded whole. */
function taken(allowance: RecordingAllowance | ExchangeSample, exchanges: number, now: number, perSecond = 10): number {
  let count = 0;
  for (let index = 0; index < exchanges; index++) if (allowance.take(now, perSecond)) count++;
  return count;
}

/** The seconds of some exchanges of a sample that are kept whole. */
function secondsOf(sample: ExchangeSample, exchanges: number): CountedSecond[] {
  return Array.from({ length: exchanges }, () => sample.take(START, 10)).filter((second) => second !== undefined);
}

describe("the allowance", () => {
  it("has room for a burst, and then for some in each second", () => {
    const allowance = new RecordingAllowance(100);
    expect(taken(allowance, 5000, START)).toBe(1000);
    let later = 0;
    for (let time = 125; time <= 2000; time += 125) later += taken(allowance, 10, START + time);
    expect(later).toBe(20);
    expect(taken(allowance, 5000, START + 3_600_000)).toBe(1000);
  });

  it("is whole again when somebody looks", () => {
    const allowance = new RecordingAllowance(100);
    taken(allowance, 5000, START);
    allowance.refill();
    expect(taken(allowance, 5000, START)).toBe(1000);
  });

  it("follows the config, and survives a clock that is set back", () => {
    const allowance = new RecordingAllowance(100);
    expect(taken(allowance, 10, START, 0)).toBe(0);
    expect(taken(allowance, 10, START + 1000, 2)).toBe(2);
    expect(taken(allowance, 10, START - 60_000, 2)).toBe(0);
    expect(taken(allowance, 10, START - 59_000, 2)).toBe(2);
  });
});

describe("the sample", () => {
  it("has the whole burst, if it takes longer than a second", () => {
    const sample = new ExchangeSample();
    let count = 0;
    for (let second = 0; second < 4; second++) count += taken(sample, 30, START + second * 1000);
    expect(count).toBe(120);
    expect(taken(new ExchangeSample(), 5000, START)).toBe(50);
    expect(taken(new ExchangeSample(), 5000, START, 1)).toBe(10);
  });

  it("has one exchange in a second after a busy one, and more when requests are few again", () => {
    const sample = new ExchangeSample();
    taken(sample, 201, START);
    expect([1000, 2000, 3000].map((time) => taken(sample, 201, START + time))).toEqual([1, 1, 1]);
    expect([4000, 5000].map((time) => taken(sample, 15, START + time))).toEqual([1, 15]);
  });

  it("is searched for secrets as a whole, unless its second turns out to be busy", () => {
    const calm = secondsOf(new ExchangeSample(), 200);
    expect(calm.filter((second) => second.search(10))).toHaveLength(50);
    const busy = secondsOf(new ExchangeSample(), 201);
    expect(busy.filter((second) => second.search(10))).toHaveLength(10);
  });

  it("counts a request of the second before with those of the current one", () => {
    const sample = new ExchangeSample();
    taken(sample, 201, START);
    taken(sample, 5, START + 1000);
    expect(taken(sample, 1, START + 999)).toBe(0);
    expect(sample.before).toBe(201);
    expect(taken(sample, 10, START + 2000)).toBe(10);
  });

  it("has all exchanges if so many are wanted, and none if none are", () => {
    const sample = new ExchangeSample();
    for (let second = 0; second < 3; second++) expect(taken(sample, 5000, START + second * 1000, 1_000_000)).toBe(5000);
    expect(taken(new ExchangeSample(), 5000, START, 0)).toBe(0);
  });

  it("begins again when somebody looks, and survives a clock that is set back", () => {
    const sample = new ExchangeSample();
    for (let second = 0; second < 3; second++) taken(sample, 5000, START + second * 1000);
    sample.refill();
    expect(taken(sample, 5000, START + 2000)).toBe(50);
    expect(taken(sample, 5, START - 60_000)).toBe(5);
  });
});
