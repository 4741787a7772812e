import { isObject, type Json, type JsonObject, jsonIn, parseToolCalls, stringifyJson } from "@toolglot/core";
import {
  Gateway,
  type LogRecord,
  MemoryStore,
  nodeSystem,
  type Provider,
  type RequestRecord,
  type Send,
} from "@toolglot/gateway";
import { requestTo } from "../ask/reply.ts";
import type { LoadedConfig } from "../gateway/load.ts";
import { CollectedReply } from "./collected-reply.ts";

/** What a provider made of the request for a call of a small tool. */
export interface ToolTest {
  readonly status: number;
  /** The first call that the model made. */
  readonly call?: { readonly name: string; readonly arguments: string };
  /** Whether the arguments of the call are what the tool takes. */
  readonly isValid: boolean;
  /** What the model said besides. */
  readonly text: string;
  /** The error of the provider or the gateway. */
  readonly error?: string;
  readonly record: RequestRecord | undefined;
}

/** Asks a provider's model to call a small tool, through a gateway in this process. */
export async function testTool(
  { config }: Pick<LoadedConfig, "config">,
  { provider, model, send }: { readonly provider: Provider; readonly model: string; readonly send: Send },
): Promise<ToolTest> {
  const records: LogRecord[] = [];
  const gateway = new Gateway({
    system: nodeSystem,
    config: {
      ...config,
      providers: new Map([
        [provider.name, { ...provider, retries: { ...provider.retries, attempts: 0 }, timeouts: TIMEOUTS }],
      ]),
      routes: [],
      keys: [],
      server: { ...config.server, host: "127.0.0.1" },
    },
    send,
    store: new MemoryStore(config.store),
    log: (record) => records.push(record),
  });
  const reply = new CollectedReply();
  await gateway.handle(requestTo(PATH, stringifyJson({ ...REQUEST, model: `${provider.name}/${model}` })), reply);
  const record = records.find((each): each is RequestRecord => each.event === "request");
  return { ...readReply(reply), record };
}

const PATH = "/v1/chat/completions";
const DIALECT = "openai-chat";

/** In milliseconds. A model that takes longer for this is of no use to an agent. */
const TIMEOUTS: Provider["timeouts"] = { connect: 10_000, firstByte: 90_000, idle: 30_000, total: 120_000 };

const REQUEST: JsonObject = {
  messages: [{ role: "user", content: "What is 19 + 23? Call the tool add to find out." }],
  // Enough for a model that reasons first.
  max_completion_tokens: 2000,
  tools: [
    {
      type: "function",
      function: {
        name: "add",
        description: "Adds two whole numbers.",
        parameters: {
          type: "object",
          properties: { a: { type: "integer" }, b: { type: "integer" } },
          required: ["a", "b"],
          additionalProperties: false,
        },
      },
    },
  ],
};

function readReply({ status, text }: CollectedReply): Omit<ToolTest, "record"> {
  const body = jsonIn(text);
  if (status !== 200 || !isObject(body)) return { status, isValid: false, text: "", error: errorIn(body) ?? text };
  const [call] = parseToolCalls(body, { from: DIALECT });
  const said = textIn(body);
  if (call === undefined) return { status, isValid: false, text: said };
  const { name, arguments: args } = call;
  return { status, call: { name, arguments: args }, isValid: name === "add" && isSum(jsonIn(args)), text: said };
}

function isSum(args: Json | undefined): boolean {
  if (!isObject(args ?? null)) return false;
  const { a, b, ...more } = args as JsonObject;
  return Number.isInteger(a) && Number.isInteger(b) && Object.keys(more).length === 0;
}

function textIn({ choices = null }: JsonObject): string {
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice ?? null) ? (choice as JsonObject).message : undefined;
  const content = isObject(message ?? null) ? (message as JsonObject).content : undefined;
  return typeof content === "string" ? content : "";
}

function errorIn(body: Json | undefined): string | undefined {
  const error = isObject(body ?? null) ? (body as JsonObject).error : undefined;
  const message = isObject(error ?? null) ? (error as JsonObject).message : undefined;
  return typeof message === "string" ? message : undefined;
}
