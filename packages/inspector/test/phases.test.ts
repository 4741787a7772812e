import { expect, it } from "vitest";
import { phasesOf } from "../src/exchange/attempts/phases.ts";
import { sampleExchange } from "./support/samples.ts";

it("the phases of an exchange have the pause before another try", () => {
  const { detail } = sampleExchange();
  const [sample] = detail.attempts;
  if (sample === undefined) throw new Error("the sample has one attempt");
  const failed = { ...sample, error: { type: "overloaded", message: "" } };
  const attempts = [
    { ...failed, startedMs: 2, endedMs: 10 },
    { ...failed, startedMs: 10.4, endedMs: 20 },
    { ...sample, startedMs: 320 },
  ];
  const pauses = phasesOf({ ...detail, attempts }).filter(({ name }) => name === "pause");
  expect(pauses).toEqual([{ name: "pause", kind: "waiting", from: 20, to: 320 }]);
});
