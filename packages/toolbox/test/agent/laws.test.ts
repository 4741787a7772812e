import { type AgentEnd, type AgentMessage, allowAll, type GenerateResult, runAgent, withText } from "@toolglot/toolbox";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callsResult, changing, echo, scripted, textResult, tool, withTools } from "./scripted-model.ts";

const failing = tool("fail", () => {
  throw new Error("no");
});
const names = fc.constantFrom("echo", "fail", "write", "nowhere");
const call = fc.tuple(names, fc.record({ value: fc.integer({ min: 0, max: 2 }) }));
const stops = fc.constantFrom("end_turn", "tool_use", "max_tokens", "refusal", "pause_turn");

/** What a model might do in one turn, be it sensible or not. */
const turn = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ calls: fc.array(call, { maxLength: 12 }), text: fc.constantFrom("", "Hm."), stop: stops }),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const story = fc.record({
  turns: fc.array(turn, { maxLength: 12 }),
  maxTurns: fc.integer({ min: 1, max: 8 }),
  allowed: fc.boolean(),
  /** After so many events the user interrupts. */
  interruptedAt: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 30 })),
});

type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

describe("whatever a model does", () => {
  it("each call has one result, in order, within the turn limit", async () => {
    await fc.assert(
      fc.asyncProperty(story, async (reported) => {
        const { end, asked } = await played(reported);
        expect(asked).toBeLessThanOrEqual(reported.maxTurns);
        expect(end.turns).toBeLessThanOrEqual(reported.maxTurns);
        for (const [index, message] of end.messages.entries())
          expect(resultsIn(end.messages[index + 1])).toEqual(callsIn(message));
        if (end.type === "answered") expect(end.text.trim()).not.toBe("");
      }),
      { numRuns: 300 },
    );
  });

  it("a user's message comes first, and never twice in a row", async () => {
    await fc.assert(
      fc.asyncProperty(story, async (reported) => {
        const { messages } = (await played(reported)).end;
        expect(messages[0]?.role).toBe("user");
        expect(messages.some(({ role }, index) => role === "user" && messages[index + 1]?.role === "user")).toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});

async function played({ turns, maxTurns, allowed, interruptedAt }: Story): Promise<{ end: AgentEnd; asked: number }> {
  const controller = new AbortController();
  const { generate, requests } = scripted(
    turns.map((each, index) => (each === undefined ? new Error("gone") : answer(each, index))),
  );
  let events = 0;
  const end = await runAgent({
    ...withTools(
      echo(),
      failing,
      changing("write", () => "written"),
    ),
    generate,
    messages: withText([], "Go."),
    confirm: allowed ? allowAll : async () => ({ allowed: false, reason: "no" }),
    onEvent: () => {
      if (++events >= interruptedAt) controller.abort();
    },
    signal: controller.signal,
    maxTurns,
  });
  return { end, asked: requests.length };
}

function answer(reported: Exclude<Story["turns"][number], undefined>, index: number): GenerateResult {
  const text = reported.text === "" ? [] : textResult(reported.text).content;
  return { content: [...text, ...callsResult(index, ...reported.calls).content], stopReason: reported.stop };
}

function callsIn({ role, content }: AgentMessage): unknown[] {
  return role === "user" ? [] : content.flatMap(({ type, id }) => (type === "tool_use" ? [id] : []));
}

function resultsIn(message: AgentMessage | undefined): unknown[] {
  return message?.content.flatMap(({ type, tool_use_id }) => (type === "tool_result" ? [tool_use_id] : [])) ?? [];
}
