import { ApiError, GoogleGenAI, type Interactions } from "@google/genai";
import type { Address, Call, Client, Conversation, ConversationOptions, Result, SdkResponse } from "./client.ts";

export function connect({ url, fetch }: Address): Client {
  const sdk = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url, fetch: unwrapped(fetch) } });
  return {
    dialect: "gemini-interactions",
    features: { choice: true, failed: true, picturesInResults: true },
    converse: (asking) => new StepConversation(sdk, asking),
    models: async () => (await sdk.models.list()).page.map(({ name = "" }) => name.replace(/^models\//, "")),
    statusOf,
  };
}

// The SDK hands over a `Request`, which a fake `fetch` need not know.
function unwrapped(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    if (!(input instanceof Request)) return fetch(input, init);
    const { url, method, headers } = input;
    const body = method === "GET" || method === "DELETE" ? undefined : await input.text();
    return fetch(url, { method, headers, ...(body === undefined ? {} : { body }), ...init });
  };
}

// The SDK has errors of its own for interactions.
function statusOf(error: unknown): number | undefined {
  if (error instanceof ApiError) return error.status;
  const { status, statusCode = status } = error as { status?: unknown; statusCode?: unknown };
  return typeof statusCode === "number" ? statusCode : undefined;
}

type Step = Interactions.Step;

class StepConversation implements Conversation {
  private readonly sdk: GoogleGenAI;
  private readonly asking: ConversationOptions;
  private readonly steps: Step[] = [];

  constructor(sdk: GoogleGenAI, asking: ConversationOptions) {
    this.sdk = sdk;
    this.asking = asking;
  }

  addUserMessage(text: string, picture?: string): void {
    this.steps.push({ type: "user_input", content: [{ type: "text", text }, ...pictures(picture)] });
  }

  addResults(results: readonly Result[]): void {
    this.steps.push(...results.map(resultStep));
  }

  async send(model: string = this.asking.model): Promise<SdkResponse> {
    const { steps = [], status, usage } = await this.interaction(model);
    this.steps.push(...steps);
    const {
      total_input_tokens: input = 0,
      total_output_tokens: said = 0,
      total_thought_tokens: thought = 0,
    } = usage ?? {};
    return {
      text: steps.map((step) => (step.type === "model_output" ? textOf(step.content) : "")).join(""),
      reasoning: steps.map((step) => (step.type === "thought" ? textOf(step.summary) : "")).join(""),
      calls: steps.flatMap(callsIn),
      stop: status,
      usage: { input, output: said + thought },
    };
  }

  private async interaction(model: string): Promise<Interactions.Interaction> {
    const body = { model, input: this.steps, store: false, automatic_continuation: false, ...settingsOf(this.asking) };
    if (!this.asking.streams) return this.sdk.interactions.create(body, NO_RETRIES);
    const events = await this.sdk.interactions.create({ ...body, stream: true }, NO_RETRIES);
    return assembled(events);
  }
}

const NO_RETRIES = { maxRetries: 0 };

/** Puts the steps of a stream together, as Google describes its events. */
async function assembled(events: AsyncIterable<Interactions.InteractionSSEEvent>): Promise<Interactions.Interaction> {
  const steps: Step[] = [];
  const inputs = new Map<number, string>();
  for await (const event of events) {
    if (event.event_type === "error") throw Object.assign(new Error(event.error?.message), { code: event.error?.code });
    if (event.event_type === "step.start") steps[event.index] = { ...event.step };
    if (event.event_type === "step.delta") apply(steps[event.index], event, inputs);
    if (event.event_type === "interaction.completed") {
      for (const [index, input] of inputs) Object.assign(steps[index] ?? {}, { arguments: JSON.parse(input) });
      return { ...event.interaction, steps };
    }
  }
  throw new Error("the stream has no end");
}

function apply(step: Step | undefined, { delta, index }: Interactions.StepDelta, inputs: Map<number, string>): void {
  if (step?.type === "model_output" && delta.type === "text")
    step.content = [{ type: "text", text: textOf(step.content) + delta.text }];
  if (step?.type === "thought" && delta.type === "thought_summary" && delta.content?.type === "text")
    step.summary = [{ type: "text", text: textOf(step.summary) + delta.content.text }];
  if (step?.type === "thought" && delta.type === "thought_signature") step.signature = delta.signature;
  if (delta.type === "arguments_delta") inputs.set(index, (inputs.get(index) ?? "") + (delta.arguments ?? ""));
}

function settingsOf({ system, tools, choice, format, reasons }: ConversationOptions) {
  const config = {
    ...(choice && { tool_choice: choiceOf(choice) }),
    ...(reasons === true && { thinking_summaries: "auto" as const, thinking_level: "low" as const }),
  };
  return {
    ...(system !== undefined && { system_instruction: system }),
    ...(tools && {
      tools: tools.map(({ name, schema }) => ({ type: "function" as const, name, parameters: schema })),
    }),
    ...(Object.keys(config).length > 0 && { generation_config: config }),
    ...(format && {
      response_format: { type: "text" as const, mime_type: "application/json" as const, schema: format.schema },
    }),
  };
}

function choiceOf(choice: NonNullable<ConversationOptions["choice"]>) {
  if (typeof choice === "string") return choice === "none" ? "none" : "any";
  return { allowed_tools: { mode: "any", tools: [choice.name] } };
}

function pictures(data: string | undefined): Interactions.ImageContent[] {
  return data === undefined ? [] : [{ type: "image", mime_type: "image/png", data }];
}

function resultStep({ call: { id, name }, text, failed, picture }: Result): Step {
  const result = picture === undefined ? text : [{ type: "text" as const, text }, ...pictures(picture)];
  return { type: "function_result", call_id: id, name, result, ...(failed && { is_error: true }) };
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[] = []): string {
  return content.map(({ text = "" }) => text).join("");
}

function callsIn(step: Step): Call[] {
  if (step.type !== "function_call") return [];
  return [{ id: step.id, name: step.name, arguments: JSON.stringify(step.arguments) }];
}
