import type { Json, JsonObject } from "@toolglot/core";
import { Simulator } from "../../src/sim/simulator.ts";
import { quiet, TestClock } from "../support/test-clock.ts";
import { wireText } from "../support/wire-text.ts";

/** The reply to a request without a network. */
export interface SimReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The number of chunks. */
  readonly pieces: number;
  readonly end: "end" | "fail" | "nothing";
  /** How long it took by the simulator's clock, in milliseconds. */
  readonly elapsed: number;
}

/** A simulated provider whose clock is turned by `ask` and `send`. */
export class TestSimulator extends Simulator {
  readonly testClock: TestClock;

  constructor() {
    const clock = new TestClock();
    super({ clock });
    this.testClock = clock;
  }
}

export interface RequestOptions {
  readonly dialect: string;
  readonly model?: string;
  readonly streams?: boolean;
  readonly simulator?: TestSimulator;
  /** Fields of the request in addition to its message. */
  readonly fields?: JsonObject;
  readonly prompt?: string;
}

const SCHEMA = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

/** Sends the simulated provider a request in its own dialect, with two tools. */
export function ask({ simulator = new TestSimulator(), ...question }: RequestOptions): Promise<SimReply> {
  const { dialect } = question;
  const { url, body } = REQUESTS[dialect]?.(question) ?? { url: "/", body: {} };
  return send(simulator, dialect, url, body);
}

/** Sends any body to a path for responses. */
export async function send(simulator: TestSimulator, dialect: string, url: string, body: Json): Promise<SimReply> {
  const { testClock } = simulator;
  const start = testClock.elapsed();
  const chunks: Uint8Array[] = [];
  let head: Pick<SimReply, "status" | "headers"> = { status: 0, headers: {} };
  let end: SimReply["end"] = "nothing";
  const request = { method: "POST", headers: { "anthropic-version": "2023-06-01" }, connectTimeout: 1000 } as const;
  simulator.sender(dialect)(
    { ...request, url: `sim:${url}`, body: JSON.stringify(body) },
    {
      head: (status, headers) => {
        head = { status, headers };
      },
      data: (chunk) => void chunks.push(chunk),
      end: () => {
        end = "end";
      },
      fail: () => {
        end = "fail";
      },
    },
  );
  await played(testClock, () => (end === "nothing" ? chunks.length : undefined));
  const bytes = new Uint8Array(Buffer.concat(chunks));
  return {
    ...head,
    text: shownText(bytes, head.headers["content-type"] ?? ""),
    bytes,
    pieces: chunks.length,
    end,
    elapsed: testClock.elapsed() - start,
  };
}

// Faults may have made an event stream that is none.
function shownText(bytes: Uint8Array, type: string): string {
  try {
    return wireText(bytes, type);
  } catch {
    return Buffer.from(bytes).toString("latin1");
  }
}

/** Turns the clock until the response has ended (no progress is left to make) or stalls without a timer. */
async function played(clock: TestClock, progress: () => number | undefined): Promise<void> {
  for (let before = progress(); before !== undefined; ) {
    await quiet();
    const now = progress();
    if (now === before && clock.timers.length === 0) return;
    if (now !== undefined && clock.timers.length > 0) clock.turn(Math.min(...clock.timers));
    before = now;
  }
}

/** Where a dialect takes requests for answers. */
export function pathOf(dialect: string, { model = "sim-1", streams = false }: Partial<RequestOptions>): string {
  const verb = streams ? "streamGenerateContent?alt=sse" : "generateContent";
  const paths: Readonly<Record<string, string>> = {
    "openai-responses": "/responses",
    anthropic: "/v1/messages",
    gemini: `/v1beta/models/${encodeURIComponent(model)}:${verb}`,
    "gemini-interactions": "/v1beta/interactions",
    ollama: "/api/chat",
    bedrock: `/model/${encodeURIComponent(model)}/converse${streams ? "-stream" : ""}`,
  };
  return paths[dialect] ?? "/chat/completions";
}

type Made = { readonly url: string; readonly body: JsonObject };

const NAMES = ["get_weather", "get_time"];
const functions = NAMES.map((name) => ({ type: "function", function: { name, parameters: SCHEMA } }));

const chat = ({ dialect, model = "sim-1", streams = false, fields, prompt = "hi" }: RequestOptions): Made => ({
  url: pathOf(dialect, {}),
  body: { model, stream: streams, tools: functions, messages: [{ role: "user", content: prompt }], ...fields },
});

const REQUESTS: Readonly<Record<string, (question: RequestOptions) => Made>> = {
  "openai-chat": chat,
  openrouter: chat,
  ollama: chat,
  "openai-responses": ({ dialect, model = "sim-1", streams = false, fields, prompt = "hi" }) => {
    const tools = NAMES.map((name) => ({ type: "function", name, parameters: SCHEMA }));
    return { url: pathOf(dialect, {}), body: { model, stream: streams, tools, input: prompt, ...fields } };
  },
  anthropic: ({ dialect, model = "sim-1", streams = false, fields, prompt = "hi" }) => {
    const tools = NAMES.map((name) => ({ name, input_schema: SCHEMA }));
    const messages = [{ role: "user", content: prompt }];
    return { url: pathOf(dialect, {}), body: { model, max_tokens: 1000, stream: streams, tools, messages, ...fields } };
  },
  gemini: (question) => {
    const { dialect, fields, prompt = "hi" } = question;
    const functionDeclarations = NAMES.map((name) => ({ name, parametersJsonSchema: SCHEMA }));
    const contents = [{ role: "user", parts: [{ text: prompt }] }];
    return { url: pathOf(dialect, question), body: { tools: [{ functionDeclarations }], contents, ...fields } };
  },
  "gemini-interactions": ({ dialect, model = "sim-1", streams = false, fields, prompt = "hi" }) => {
    const tools = NAMES.map((name) => ({ type: "function", name, parameters: SCHEMA }));
    return { url: pathOf(dialect, {}), body: { model, stream: streams, tools, input: prompt, ...fields } };
  },
  bedrock: (question) => {
    const { dialect, fields, prompt = "hi" } = question;
    const tools = NAMES.map((name) => ({ toolSpec: { name, inputSchema: { json: SCHEMA } } }));
    const messages = [{ role: "user", content: [{ text: prompt }] }];
    return { url: pathOf(dialect, question), body: { toolConfig: { tools }, messages, ...fields } };
  },
};

export { DIALECTS } from "../../../../test/conversations/dialects.ts";
