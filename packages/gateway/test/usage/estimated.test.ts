import { describe, expect, it } from "vitest";
import { estimatedUsage } from "../../src/exchange/estimated-usage.ts";
import type { ExchangeResult } from "../../src/exchange/result.ts";

/** The output that is charged for a stream whose client has left. */
function outputOf(used: ExchangeResult["used"]): number | undefined {
  const result = { outcome: "client_closed", attempts: [{ status: 200 }], used } as unknown as ExchangeResult;
  return estimatedUsage(() => ({ model: "m" }), result)?.output;
}

describe("the output of a stream that has not told its tokens", () => {
  it("is at least a token for each piece, and one for four characters", () => {
    expect(outputOf({ pieces: 7, characters: 12 })).toBe(7);
    expect(outputOf({ pieces: 2, characters: 401 })).toBe(101);
  });

  it("is what the provider has counted so far, where that is more than the pieces", () => {
    expect(outputOf({ pieces: 2, characters: 4000, usage: { output: 90 } })).toBe(90);
    expect(outputOf({ pieces: 20, characters: 4000, usage: { output: 1 } })).toBe(1000);
  });
});
