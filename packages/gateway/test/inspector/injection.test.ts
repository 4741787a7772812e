import { describe, expect, it } from "vitest";
import type { ExchangeSummary } from "../../src/inspector/protocol.ts";
import { textStep } from "../../src/sim/steps.ts";
import { Recorder } from "./recorder.ts";

/** What would do something if any part of a reply were read as HTML, as a header, as an event or as a path. */
const PAYLOADS = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<!--<script>",
  '"><svg onload=alert(1)>',
  "javascript:alert(1)",
  "{{constructor.constructor('alert(1)')()}}",
  "__proto__",
  "\n\nevent: reset\ndata: {}\n\n",
  "\r\nset-cookie: a=b\r\n\r\n",
  "\u2028\u2029\u0000\u001b[2J\ufeff\u202e",
  "../../../etc/passwd",
  "\ud800",
];

describe.each(PAYLOADS)("the payload %j", (payload) => {
  it("comes out as data, wherever it is", async () => {
    const recorder = await Recorder.start({ routes: [] });
    const call = {
      id: "call_1",
      type: "function",
      function: { name: payload, arguments: JSON.stringify({ [payload]: payload }) },
    };
    const message = { role: "assistant", content: payload, tool_calls: [call] };
    recorder.network.simulator.define("hostile", () => [
      { type: "head", status: 200, headers: { "content-type": "application/json" } },
      textStep(
        JSON.stringify({
          id: payload,
          object: "chat.completion",
          created: 1,
          model: payload,
          choices: [{ index: 0, message, finish_reason: "tool_calls" }],
        }),
      ),
      { type: "end" },
    ]);
    recorder.network.simulator.define("failing", () => [
      { type: "head", status: 400, headers: { "content-type": "application/json" } },
      textStep(JSON.stringify({ error: { message: payload, type: payload, code: payload } })),
      { type: "end" },
    ]);
    const tools = [{ type: "function", function: { name: "f", description: payload, parameters: { type: "object" } } }];
    await recorder.ask("openai-chat", "chat/hostile@1", {
      prompt: payload,
      body: { tools, prompt_cache_key: payload },
    });
    await recorder.ask("openai-chat", "chat/failing@1", { prompt: payload });
    await recorder.ask("openai-chat", `nobody/${payload}`);
    const summaries = await recorder.list();
    expect(summaries).toHaveLength(3);
    for (const { id } of summaries) {
      for (const path of ["", "/bodies/client-request", "/bodies/client-response"]) {
        const reply = await recorder.fetch(`/_inspector/exchanges/${id}${path}`);
        expect(reply.headers.get("content-type")).toMatch(/^(?:application\/json|text\/plain); charset=utf-8$/);
        expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
        expect(reply.headers.get("set-cookie")).toBeNull();
      }
      expect((await recorder.everything(id)).length).toBeGreaterThan(0);
    }
    await expectWholeEvents(recorder, summaries);
    expect(({} as Record<string, unknown>).alert).toBeUndefined();
  });
});

/** No payload ends an event or begins another. */
async function expectWholeEvents(recorder: Recorder, summaries: readonly ExchangeSummary[]): Promise<void> {
  const oldest = Math.min(...summaries.map(({ seq }) => seq)) - 1;
  const reply = await recorder.fetch("/_inspector/events", { headers: { "last-event-id": String(oldest) } });
  const reader = reply.body?.getReader();
  let text = "";
  while (text.split("\n\n").length < summaries.length + 2)
    text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  const frames = text.split("\n\n").filter((frame) => frame !== "" && !frame.startsWith(":"));
  expect(frames.map((frame) => frame.split("\n").map((line) => line.split(":", 1)[0]))).toEqual(
    summaries.map(() => ["id", "event", "data"]),
  );
}
