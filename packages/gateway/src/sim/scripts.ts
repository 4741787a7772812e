import type { Json, JsonObject } from "@toolglot/core";
import { isObject, parseJson } from "@toolglot/core/base";
import { GatewayError } from "../errors.ts";
import type { SimFinishReason, SimToolCall } from "./conversation.ts";

/** A scripted response. */
export interface Script {
  readonly text?: string;
  readonly calls: readonly (Omit<SimToolCall, "id"> & { readonly id?: string })[];
  readonly reasoning?: string;
  readonly finish?: SimFinishReason;
  readonly error?: { readonly status: number; readonly message: string };
  /** The delay before the response, in milliseconds. */
  readonly delay?: number;
}

/** Scripted responses, first in, first out. */
export class Scripts {
  private queue: Script[] = [];

  /** `{ "responses": [{ "content": "…" } | { "tool_calls": [{ "name", "arguments" }] }], "reset"?: true }` */
  expect(body: JsonObject): JsonObject {
    const { responses, reset } = body;
    if (!Array.isArray(responses)) throw invalid("responses must be a list");
    const scripts = responses.map(scriptOf);
    this.queue = reset === true ? scripts : [...this.queue, ...scripts];
    return { queued: this.queue.length };
  }

  add(script: Script | undefined): void {
    if (script !== undefined) this.queue.push(script);
  }

  next(): Script | undefined {
    return this.queue.shift();
  }
}

function scriptOf(response: Json, index: number): Script {
  const place = `responses[${index}]`;
  if (!isObject(response)) throw invalid(`${place} must be an object`);
  const { content, tool_calls, reasoning, finish, error, delay_ms } = response;
  if (content === undefined && tool_calls === undefined && error === undefined)
    throw invalid(`${place} must have content, tool_calls or error`);
  return {
    ...textOf(content, `${place}.content`, "text"),
    ...textOf(reasoning, `${place}.reasoning`, "reasoning"),
    calls: callsOf(tool_calls, `${place}.tool_calls`),
    ...finishOf(finish, place),
    ...errorOf(error, place),
    ...(typeof delay_ms === "number" ? { delay: delay_ms } : {}),
  };
}

function textOf<Name extends string>(
  value: Json | undefined,
  place: string,
  name: Name,
): { readonly [key in Name]?: string } {
  if (value === undefined || value === null) return {};
  if (typeof value !== "string") throw invalid(`${place} must be a text`);
  return { [name]: value } as { readonly [key in Name]?: string };
}

function callsOf(value: Json | undefined, place: string): Script["calls"] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid(`${place} must be a list`);
  return value.map((call: Json, index) => {
    if (!isObject(call) || typeof call.name !== "string") throw invalid(`${place}[${index}] must have a name`);
    const { id, name } = call;
    return { name, input: inputOf(call, `${place}[${index}]`), ...(typeof id === "string" ? { id } : {}) };
  });
}

function inputOf({ arguments: given = {}, input }: JsonObject, place: string): JsonObject | string {
  if (typeof input === "string") return input;
  const value = typeof given === "string" ? parseJson(given) : given;
  if (isObject(value)) return value;
  throw invalid(`${place}.arguments must be an object`);
}

function finishOf(finish: Json | undefined, place: string): { readonly finish?: SimFinishReason } {
  if (finish === undefined) return {};
  if (finish === "stop" || finish === "length" || finish === "filter") return { finish };
  throw invalid(`${place}.finish must be stop, length or filter`);
}

function errorOf(error: Json | undefined, place: string): Pick<Script, "error"> {
  if (error === undefined) return {};
  if (!isObject(error) || typeof error.status !== "number") throw invalid(`${place}.error must have a status`);
  const { status, message } = error;
  return {
    error: { status, message: typeof message === "string" ? message : "The simulated provider was told to fail." },
  };
}

function invalid(message: string): GatewayError {
  return new GatewayError("invalid-request", "invalid_script", message);
}
