import { isObject, type Json, type JsonObject, parseJson } from "@toolglot/core";
import { listIn, objectIn } from "./values.ts";

/** The interaction that events add up to: https://ai.google.dev/gemini-api/docs/interactions/streaming */
export function assemble(events: readonly JsonObject[]): JsonObject {
  const steps: JsonObject[] = [];
  let interaction: JsonObject = {};
  for (const event of events) {
    const { event_type: type, index, step, delta } = event;
    if (type === "step.start") steps[Number(index)] = objectIn(step);
    if (type === "step.delta") steps[Number(index)] = grown(steps[Number(index)] ?? {}, objectIn(delta));
    if (isObject(event.interaction)) interaction = { ...interaction, ...event.interaction };
  }
  // A time that comes with the last event is too late for streams of other dialects.
  const { created: _, ...known } = interaction;
  const { created } = objectIn(events.find(({ event_type: type }) => type === "interaction.created")?.interaction);
  const timed = created === undefined ? known : { ...known, created };
  return steps.length === 0 ? timed : { ...timed, steps: steps.map(settled) };
}

function grown(step: JsonObject, { type, ...fields }: JsonObject): JsonObject {
  if (type === "text") return { ...step, content: withText(step.content, fields) };
  if (type === "text_annotation_delta") return { ...step, content: withAnnotations(step.content, fields.annotations) };
  if (type === "thought_summary") return { ...step, summary: withText(step.summary, objectIn(fields.content)) };
  if (type === "thought_signature") return { ...step, ...fields };
  if (type === "arguments_delta")
    return { ...step, pieces: String(step.pieces ?? "") + String(fields.arguments ?? "") };
  if (MEDIA.has(String(type))) return { ...step, content: [...listIn(step.content), { type: type ?? "", ...fields }] };
  return { ...step, ...fields };
}

const MEDIA: ReadonlySet<string> = new Set(["image", "audio", "video", "document"]);

// Texts that follow each other are one.
function withText(content: Json | undefined, { text, ...fields }: JsonObject): Json {
  const all = listIn(content);
  const last = objectIn(all.at(-1));
  if (last.type !== "text") return [...all, { type: "text", text: text ?? "", ...fields }];
  return [...all.slice(0, -1), { ...last, ...fields, text: String(last.text) + String(text ?? "") }];
}

function withAnnotations(content: Json | undefined, added: Json | undefined): Json {
  const all = listIn(content);
  const last = objectIn(all.at(-1));
  return [...all.slice(0, -1), { ...last, annotations: [...listIn(last.annotations), ...listIn(added)] }];
}

// The arguments of a call come as text, or with its start.
function settled({ pieces, ...step }: JsonObject): JsonObject {
  return typeof pieces !== "string" || pieces === "" ? step : { ...step, arguments: parsed(pieces) };
}

// Incomplete arguments stay as they are.
function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
