import { describe, expect, it } from "vitest";
import { startGateway } from "../support/gateway.ts";
import { answerEvents, answerJson, type Received, startUpstream } from "../support/upstream.ts";

const CONTENT = [
  { type: "text", text: "Let me see." },
  { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
];
const PAUSED = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-5",
  content: CONTENT,
  stop_reason: "pause_turn",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
};
const EVENTS = [
  { type: "message_start", message: { ...PAUSED, content: [], stop_reason: null } },
  ...CONTENT.flatMap((content_block, index) => [
    { type: "content_block_start", index, content_block },
    { type: "content_block_stop", index },
  ]),
  { type: "message_delta", delta: { stop_reason: "pause_turn" }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

const OVERLOADED = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };

type Answer = Parameters<typeof startUpstream>[0];

async function ask(stream: boolean, answer: Answer): Promise<{ status: number; text: string; log: unknown }> {
  const upstream = await startUpstream(answer);
  const gateway = await startGateway({
    providers: {
      claude: { dialect: "anthropic", baseUrl: upstream.url, retries: { attempts: 0, delay: 1, maxDelay: 1 } },
    },
  });
  const body = JSON.stringify({ model: "claude/claude-sonnet-5", stream, messages: [{ role: "user", content: "Hi" }] });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${gateway.url}/v1/chat/completions`, { method: "POST", headers, body });
  const text = await response.text();
  const [log] = await gateway.requests(1);
  return { status: response.status, text, log };
}

function isContinued({ body }: Received): boolean {
  return body.includes("srvtoolu_1");
}

describe("a continuation that fails", () => {
  it("is the error of a whole answer", async () => {
    const { status, text } = await ask(false, (received, response) =>
      isContinued(received) ? answerJson(response, 529, OVERLOADED) : answerJson(response, 200, PAUSED),
    );
    expect([status >= 500, text]).toEqual([true, expect.stringContaining("Overloaded")]);
  });

  it("ends a stream that has begun with its dialect's error", async () => {
    const { status, text, log } = await ask(true, (received, response) =>
      isContinued(received) ? answerJson(response, 529, OVERLOADED) : answerEvents(response, EVENTS),
    );
    expect(status).toBe(200);
    expect(text).toContain("Let me see.");
    expect(text).toContain('"error"');
    expect(text).not.toContain('"finish_reason":"stop"');
    expect(log).toMatchObject({ outcome: "error", usage: { input: 10, output: 5 } });
  });

  it("ends a stream whose continuation is cut off with its dialect's error", async () => {
    const { text } = await ask(true, (received, response) =>
      answerEvents(response, isContinued(received) ? EVENTS.slice(0, 3) : EVENTS),
    );
    expect(text).toContain('"error"');
    expect(text).not.toContain('"finish_reason":"stop"');
  });
});
