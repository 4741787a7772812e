import { type AgentEnd, runAgent } from "@toolglot/toolbox";
import { describe, expect, it } from "vitest";
import { callsResult, changing, echo, lastBlocks, scripted, textResult, tool, withTools } from "./scripted-model.ts";

describe("a turn with many calls", () => {
  it("answers each of fifty exactly once, in their order, a few at a time", async () => {
    let [running, most] = [0, 0];
    const slow = tool("slow", async (input) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return input;
    });
    const fifty = Array.from({ length: 50 }, (_, value) => ["slow", { value }] as const);
    const { generate, requests } = scripted([callsResult(1, ...fifty), textResult("Done.")]);
    const end = await runAgent({ generate, ...withTools(slow) });
    expect(end.type).toBe("answered");
    const blocks = lastBlocks(requests[1]);
    expect(blocks.map(({ tool_use_id }) => tool_use_id)).toEqual(fifty.map((_, index) => `toolu_1_${index}`));
    expect(blocks.map(({ content }) => content)).toEqual(
      fifty.map(([, { value }]) => `{"tool_success":true,"result":{"value":${value}}}`),
    );
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it("runs two that wait for each other", async () => {
    let meet: () => void = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const first = changing("first", () => met.then(() => "met"));
    const second = changing("second", () => {
      meet();
      return "met";
    });
    const { generate, requests } = scripted([callsResult(1, ["first", {}], ["second", {}])]);
    await runAgent({ generate, ...withTools(first, second) });
    expect(lastBlocks(requests[1]).map(({ is_error }) => is_error)).toEqual([undefined, undefined]);
  });
});

describe("a model that does not come to an end", () => {
  it("is asked in its last turn to respond without tools", async () => {
    const answers = [1, 2].map((turn) => callsResult(turn, ["echo", { value: turn }]));
    const { generate, requests } = scripted([...answers, textResult("Two of them.")]);
    const run = withTools(echo());
    const end = await runAgent({ generate, ...run, maxTurns: 3 });
    expect(end).toMatchObject({ type: "answered", text: "Two of them.", limit: "turn-limit", turns: 3 });
    expect(requests.map(({ tool_choice }) => tool_choice)).toEqual([undefined, undefined, { type: "none" }]);
    expect(requests[2]?.tools).toEqual(requests[0]?.tools);
    expect(lastBlocks(requests[2]).at(-1)).toMatchObject({ type: "text", text: expect.stringContaining("Answer now") });
    expect(run.events).toContainEqual({ type: "last-turn", reason: "turn-limit" });
  });

  it("fails if it still calls, with results for calls that were not run", async () => {
    let runs = 0;
    const count = tool("count", () => ++runs);
    const endless = Array.from({ length: 50 }, (_, turn) => callsResult(turn, ["count", { value: turn }]));
    const { generate, requests } = scripted(endless);
    const end = await runAgent({ generate, ...withTools(count) });
    expect(end).toMatchObject({ type: "failed", code: "turn-limit", turns: 25 });
    expect([requests.length, runs]).toEqual([25, 24]);
    expect(unanswered(end)).toEqual([]);
  });

  it("is stopped after repeated identical calls and results", async () => {
    let runs = 0;
    const same = tool("same", () => {
      runs++;
      return "as before";
    });
    const again = Array.from({ length: 6 }, (_, turn) => callsResult(turn, ["same", {}]));
    const { generate, requests } = scripted([...again, textResult("It does not change.")]);
    const end = await runAgent({ generate, ...withTools(same) });
    expect(end).toMatchObject({ type: "answered", text: "It does not change.", limit: "repetition", turns: 7 });
    expect(runs).toBe(5);
    expect(lastBlocks(requests[6])[0]?.content).toContain("DENIED");
    expect(requests[6]?.tool_choice).toEqual({ type: "none" });
  });

  it("may wait for a result to change", async () => {
    let runs = 0;
    const poll = tool("poll", () => ({ ready: ++runs }));
    const again = Array.from({ length: 10 }, (_, turn) => callsResult(turn, ["poll", {}]));
    const end = await runAgent({ generate: scripted([...again, textResult("Ready.")]).generate, ...withTools(poll) });
    expect(end).toMatchObject({ type: "answered", text: "Ready.", turns: 11 });
    expect(end).not.toHaveProperty("limit");
  });
});

/** The calls of a conversation that no result answers. */
function unanswered({ messages }: AgentEnd): unknown[] {
  const blocks = messages.flatMap(({ content }) => content);
  const answered = new Set(blocks.map(({ tool_use_id }) => tool_use_id));
  return blocks.filter(({ type, id }) => type === "tool_use" && !answered.has(id));
}
