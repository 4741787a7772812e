import { GoogleGenAI, type Interactions } from "@google/genai";
import type { Json } from "../support/json.ts";
import { accepted, answer, answerJson, attempt, collect } from "./answer.ts";
import type { Accepted, Body, Consumed, ConsumeOptions, Sdk } from "./types.ts";

export const sdk: Sdk = { consume, parse };

/** By `interactions.create`; the SDK has no helper that puts the steps of a stream together. */
function consume(stream: Body, { status }: ConsumeOptions = {}): Promise<Consumed> {
  return attempt(async () => {
    const { interactions } = client(answer(stream, status));
    const events = await collect(await interactions.create({ ...REQUEST, stream: true }, NO_RETRIES));
    const failed = events.find((event) => event.event_type === "error");
    if (failed?.event_type === "error") throw new Error(failed.error?.message ?? "an error without a message");
    return { ...summary(assemble(events)), raw: events };
  });
}

function parse(body: Json, status = 200): Promise<Consumed> {
  return attempt(async () => {
    const { interactions } = client(answerJson(body, status));
    const { sdkHttpResponse: _, ...interaction } = await interactions.create(REQUEST, NO_RETRIES);
    return { ...summary(interaction as Interactions.Interaction), raw: interaction };
  });
}

const REQUEST = { model: "model", input: "Hi", automatic_continuation: false } as const;
const NO_RETRIES = { maxRetries: 0 };

function client(fetch: typeof globalThis.fetch): GoogleGenAI {
  return new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: "http://localhost", fetch } });
}

/** The interaction that a stream is, by Google's description of its events. */
function assemble(events: readonly Interactions.InteractionSSEEvent[]): Interactions.Interaction {
  const steps: Record<string, unknown>[] = [];
  let interaction: object = {};
  for (const event of events) {
    if (event.event_type === "step.start") steps[event.index] = { ...event.step, args: "" };
    else if (event.event_type === "step.delta") apply(steps[event.index] ?? {}, event.delta);
    else if (event.event_type === "interaction.completed") interaction = event.interaction;
  }
  return { ...interaction, steps: steps.map(finished) } as unknown as Interactions.Interaction;
}

function apply(step: Record<string, unknown>, delta: Interactions.StepDelta["delta"]): void {
  if (delta.type === "text") step.content = [{ type: "text", text: textIn(step.content) + delta.text }];
  else if (delta.type === "arguments_delta") step.args = String(step.args) + (delta.arguments ?? "");
  else if (delta.type === "thought_summary" && delta.content?.type === "text")
    step.summary = [{ type: "text", text: textIn(step.summary) + delta.content.text }];
}

// Arguments come as text; a call without deltas has those of its start.
function finished({ args, ...step }: Record<string, unknown>): object {
  return args === "" ? step : { ...step, arguments: args };
}

function textIn(content: unknown): string {
  const blocks = Array.isArray(content) ? content : [];
  return blocks.map(({ text }) => text ?? "").join("");
}

function summary({ steps = [], status, usage }: Interactions.Interaction): Accepted {
  return accepted({
    text: steps.map((step) => (step.type === "model_output" ? textIn(step.content) : "")).join(""),
    reasoning: steps.map((step) => (step.type === "thought" ? textIn(step.summary) : "")).join(""),
    calls: steps.flatMap((step) => (step.type === "function_call" ? [callOf(step)] : [])),
    stop: status,
    usage,
    raw: steps,
  });
}

function callOf({ id, name, arguments: sent }: Interactions.FunctionCallStep) {
  return { id, name, arguments: typeof sent === "string" ? sent : JSON.stringify(sent) };
}
