import type { Json, JsonObject } from "@toolglot/core";
import { Simulator } from "../../src/sim/simulator.ts";

/** What came of a request that was made without a network. */
export interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** How many pieces it came in. */
  readonly pieces: number;
  readonly end: "end" | "fail" | "nothing";
}

export interface RequestOptions {
  readonly dialect: string;
  readonly model?: string;
  readonly streams?: boolean;
  readonly simulator?: Simulator;
  /** Fields of the request in addition to its message. */
  readonly fields?: JsonObject;
  readonly says?: string;
}

const SCHEMA = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

/** Asks the simulated provider in its own dialect, with two tools on offer. */
export function ask({ simulator = new Simulator(), ...question }: RequestOptions): Promise<Heard> {
  const { dialect } = question;
  const { url, body } = REQUESTS[dialect]?.(question) ?? { url: "/", body: {} };
  return send(simulator, dialect, url, body);
}

/** Sends a body of any kind to where answers are made. */
export function send(simulator: Simulator, dialect: string, url: string, body: Json): Promise<Heard> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let head: Pick<Heard, "status" | "headers"> = { status: 0, headers: {} };
    const done = (end: Heard["end"]) => {
      clearTimeout(timeout);
      resolve({ ...head, text: Buffer.concat(chunks).toString(), pieces: chunks.length, end });
    };
    const timeout = setTimeout(() => done("nothing"), 300);
    simulator.sender(dialect)(
      {
        method: "POST",
        url: `sim:${url}`,
        headers: { "anthropic-version": "2023-06-01" },
        body: JSON.stringify(body),
        connectTimeout: 1000,
      },
      {
        head: (status, headers) => {
          head = { status, headers };
        },
        data: (chunk) => {
          chunks.push(chunk);
          timeout.refresh();
        },
        end: () => done("end"),
        fail: () => done("fail"),
      },
    );
  });
}

/** Where a dialect takes requests for answers. */
export function pathOf(dialect: string, { model = "sim-1", streams = false }: Partial<RequestOptions>): string {
  const verb = streams ? "streamGenerateContent?alt=sse" : "generateContent";
  const paths: Readonly<Record<string, string>> = {
    "openai-responses": "/responses",
    anthropic: "/v1/messages",
    gemini: `/v1beta/models/${encodeURIComponent(model)}:${verb}`,
    ollama: "/api/chat",
  };
  return paths[dialect] ?? "/chat/completions";
}

type Made = { readonly url: string; readonly body: JsonObject };

const NAMES = ["get_weather", "get_time"];
const functions = NAMES.map((name) => ({ type: "function", function: { name, parameters: SCHEMA } }));

const chat = ({ dialect, model = "sim-1", streams = false, fields, says = "hi" }: RequestOptions): Made => ({
  url: pathOf(dialect, {}),
  body: { model, stream: streams, tools: functions, messages: [{ role: "user", content: says }], ...fields },
});

const REQUESTS: Readonly<Record<string, (question: RequestOptions) => Made>> = {
  "openai-chat": chat,
  openrouter: chat,
  ollama: chat,
  "openai-responses": ({ dialect, model = "sim-1", streams = false, fields, says = "hi" }) => {
    const tools = NAMES.map((name) => ({ type: "function", name, parameters: SCHEMA }));
    return { url: pathOf(dialect, {}), body: { model, stream: streams, tools, input: says, ...fields } };
  },
  anthropic: ({ dialect, model = "sim-1", streams = false, fields, says = "hi" }) => {
    const tools = NAMES.map((name) => ({ name, input_schema: SCHEMA }));
    const messages = [{ role: "user", content: says }];
    return { url: pathOf(dialect, {}), body: { model, max_tokens: 1000, stream: streams, tools, messages, ...fields } };
  },
  gemini: (question) => {
    const { dialect, fields, says = "hi" } = question;
    const functionDeclarations = NAMES.map((name) => ({ name, parametersJsonSchema: SCHEMA }));
    const contents = [{ role: "user", parts: [{ text: says }] }];
    return { url: pathOf(dialect, question), body: { tools: [{ functionDeclarations }], contents, ...fields } };
  },
};

export const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama", "openrouter"];
