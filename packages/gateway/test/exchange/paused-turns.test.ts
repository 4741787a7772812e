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

type Answer = (...given: Parameters<Parameters<typeof startUpstream>[0]>) => void;

async function ask(
  stream: boolean,
  answer: Answer,
  attempts = 0,
): Promise<{ status: number; text: string; log: unknown; requests: number }> {
  const upstream = await startUpstream(answer);
  const gateway = await startGateway({
    providers: {
      claude: { dialect: "anthropic", baseUrl: upstream.url, retries: { attempts, delay: 1, maxDelay: 1 } },
    },
  });
  const body = JSON.stringify({ model: "claude/claude-sonnet-5", stream, messages: [{ role: "user", content: "Hi" }] });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${gateway.url}/v1/chat/completions`, { method: "POST", headers, body });
  const text = await response.text();
  const [log] = await gateway.requests(1);
  return { status: response.status, text, log, requests: upstream.received.length };
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

const DONE = { ...PAUSED, id: "msg_2", content: [{ type: "text", text: "It rains." }], stop_reason: "end_turn" };
const DONE_EVENTS = [
  { type: "message_start", message: { ...DONE, content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "It rains." } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

/** How a continuation may fail before its response begins. */
const FAULTS: Readonly<Record<string, Answer>> = {
  "a 529": (_received, response) => answerJson(response, 529, OVERLOADED),
  "a 429": (_received, response) => {
    response.setHeader("retry-after", "0");
    answerJson(response, 429, OVERLOADED);
  },
  "a closed connection": (_received, response) => response.destroy(),
  "a response without a byte": (_received, response) => response.writeHead(200, EVENT_STREAM).end(),
  "a page": (_received, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Busy</p>"),
};
const EVENT_STREAM = { "content-type": "text/event-stream" };

describe("a continuation that fails before its response begins", () => {
  /** Fails the first continuations, and then ends the turn. */
  function failing(fault: Answer, times: number, stream: boolean): Answer {
    let left = times;
    return (received, response, request) => {
      if (!isContinued(received)) return stream ? answerEvents(response, EVENTS) : answerJson(response, 200, PAUSED);
      if (left-- > 0) return fault(received, response, request);
      return stream ? answerEvents(response, DONE_EVENTS) : answerJson(response, 200, DONE);
    };
  }

  const rows = Object.entries(FAULTS).flatMap(([name, fault]) =>
    [true, false].map((stream) => ({ name, fault, stream })),
  );

  it.each(rows)("is sent again after $name, stream: $stream", async ({ fault, stream }) => {
    const { status, text, log, requests } = await ask(stream, failing(fault, 2, stream), 2);
    expect(status).toBe(200);
    expect(text).toContain("Let me see.");
    expect(text).toContain("It rains.");
    expect(text).toContain('"finish_reason":"stop"');
    expect(text).not.toContain('"error"');
    expect(requests).toBe(4);
    expect(log).toMatchObject({ outcome: "success", usage: { input: 20, output: 10 } });
  });

  it.each([true, false])("is not sent more often than the retries allow, stream: %s", async (stream) => {
    const { text, requests } = await ask(stream, failing(FAULTS["a 529"] as Answer, 9, stream), 2);
    expect(text).toContain('"error"');
    expect(requests).toBe(4);
  });

  it("is not sent again for an error of the request", async () => {
    const refused = { type: "error", error: { type: "invalid_request_error", message: "No" } };
    const { text, requests } = await ask(
      true,
      failing((_received, response) => answerJson(response, 400, refused), 1, true),
      2,
    );
    expect(text).toContain('"error"');
    expect(requests).toBe(2);
  });

  it("is not sent again once its output has begun", async () => {
    const { text, requests } = await ask(
      true,
      failing((_received, response) => answerEvents(response, DONE_EVENTS.slice(0, 3)), 1, true),
      2,
    );
    expect(text.match(/It rains\./g)).toHaveLength(1);
    expect(text).toContain('"error"');
    expect(requests).toBe(2);
  });
});
