import type { Json, JsonObject } from "@toolglot/core";
import { isObject, jsonIn } from "@toolglot/core/base";
import type { OutputCollector, StoredState } from "./binding.ts";

/** https://ai.google.dev/gemini-api/docs/interactions: interactions are stored by default, and a request may continue from one. */
export const stateful: StoredState = {
  previousField: "previous_interaction_id",
  requestFields: new Set(["previous_interaction_id", "store", "background"]),
  outputField: "steps",
  inputItems: stepsIn,
  hasItemIds: false,
  replayedItem: (step) => step,
  // The signature of a thought is read by the provider alone that made it.
  foreignItem: (step) => (step.type === "thought" ? undefined : step),
  finalStatuses: new Set(["completed", "requires_action", "incomplete"]),
  events: { type: "event_type", response: "interaction", last: /^interaction\.completed$/ },
  collectOutput: () => new StepCollector(),
  path: (id) => `/v1beta/interactions/${encodeURIComponent(id)}`,
  // https://ai.google.dev/api/interactions-api#getInteractionById
  includeInput: "include_input",
  deleted: () => ({}),
};

// An input may be a text, one content block, a list of them, or a list of steps.
function stepsIn(input: Json | undefined): readonly Json[] {
  if (typeof input === "string") return [userInput([{ type: "text", text: input }])];
  if (isObject(input ?? null)) return [userInput([input as JsonObject])];
  if (!Array.isArray(input) || input.length === 0) return [];
  return input.every(isContent) ? [userInput(input)] : input;
}

function userInput(content: readonly Json[]): JsonObject {
  return { type: "user_input", content };
}

function isContent(item: Json): boolean {
  return isObject(item) && CONTENT.has(String(item.type));
}

const CONTENT: ReadonlySet<string> = new Set(["text", "image", "audio", "video", "document"]);

/** Puts steps together from their events: https://ai.google.dev/gemini-api/docs/interactions/streaming */
class StepCollector implements OutputCollector {
  private readonly steps = new Map<number, Record<string, Json>>();
  private readonly inputs = new Map<number, string>();

  add({ event_type: type, index, step, delta }: JsonObject): void {
    if (typeof index !== "number") return;
    if (type === "step.start" && isObject(step ?? null)) this.steps.set(index, { ...(step as JsonObject) });
    const open = this.steps.get(index);
    if (type === "step.delta" && open !== undefined && isObject(delta ?? null))
      this.apply(index, open, delta as JsonObject);
  }

  get output(): readonly JsonObject[] {
    return [...this.steps].map(([index, step]) => {
      const input = jsonIn(this.inputs.get(index) ?? "");
      return input === undefined ? step : { ...step, arguments: input };
    });
  }

  private apply(index: number, step: Record<string, Json>, delta: JsonObject): void {
    const { type, ...fields } = delta;
    if (type === "arguments_delta")
      this.inputs.set(index, (this.inputs.get(index) ?? "") + String(delta.arguments ?? ""));
    else if (type === "text") step.content = withText(step.content, delta);
    else if (type === "text_annotation_delta") step.content = withAnnotations(step.content, delta.annotations);
    else if (type === "thought_summary") step.summary = withText(step.summary, delta.content);
    else if (type === "thought_signature") step.signature = delta.signature ?? "";
    else if (isContent(delta)) step.content = [...listIn(step.content), delta];
    // The deltas of Google's own tools have the fields of their steps.
    else Object.assign(step, fields);
  }
}

// Texts that follow each other are one text.
function withText(list: Json | undefined, block: Json | undefined): Json {
  const all = listIn(list);
  const last = all.at(-1);
  if (!isObject(block ?? null)) return all;
  const added = block as JsonObject;
  if (!isObject(last ?? null) || (last as JsonObject).type !== "text" || added.type !== "text") return [...all, added];
  const { text, ...rest } = last as JsonObject;
  return [...all.slice(0, -1), { ...rest, type: "text", text: String(text ?? "") + String(added.text ?? "") }];
}

function withAnnotations(list: Json | undefined, annotations: Json | undefined): Json {
  const all = listIn(list);
  const last = all.at(-1);
  if (!isObject(last ?? null)) return all;
  const text = last as JsonObject;
  return [...all.slice(0, -1), { ...text, annotations: [...listIn(text.annotations), ...listIn(annotations)] }];
}

function listIn(list: Json | undefined): readonly Json[] {
  return Array.isArray(list) ? list : [];
}
