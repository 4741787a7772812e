import { parseJson } from "../../json/parse.ts";
import { isArray, isObject } from "../../json/value.ts";
import type { Saying, StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Response } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { Beside } from "../forms/beside.ts";
import { parseFrame } from "../forms/frame.ts";
import { ECHO } from "./echo.ts";
import * as errors from "./errors.ts";
import { stopOf } from "./stops.ts";
import { OpenItem, type Sink } from "./tracker.ts";
import { decodeUsage } from "./usage.ts";

type Handler = (reader: ResponseReader, event: JsonObject, data: string) => void;
type DeltaHandler = (item: OpenItem, text: string, event: JsonObject) => void;

/** Reads the events of a stream of responses. Items are known by their numbers: some servers change their ids on the way. */
export class ResponseReader implements StreamReader, Sink {
  readonly report: Report;
  readonly emit: (event: StreamEvent) => void;
  private readonly items = new Map<number, OpenItem>();
  private last = 0;
  private parts = 0;
  private started = false;
  private toldLogprobs = false;
  /** The last event, where it was a delta, and what is done with such. */
  private delta: { readonly event: JsonObject; readonly handle: DeltaHandler } | undefined;

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
  }

  read(data: string, name: string | undefined): void {
    if (data.startsWith("[DONE]")) return;
    const event = parseFrame(data);
    if (!isObject(event)) return;
    const type = typeof event.type === "string" ? event.type : (name ?? "");
    const delta = DELTAS.get(type);
    const handle = ResponseReader.handlers.get(type);
    this.delta = delta && { event, handle: delta };
    if (delta !== undefined) this.readDelta(event, delta);
    else if (handle !== undefined) handle(this, event, data);
    else if (isObject(event.error)) this.fail(event);
    // A server that does not stream after all sends the whole answer.
    else if (event.object === "response") this.finish({ type: "response.completed", response: event });
  }

  /** Only an event says that an answer is complete. */
  end(): void {}

  saying(): Saying | undefined {
    if (this.delta === undefined) return undefined;
    const { event, handle } = this.delta;
    const item = this.itemOf(event);
    return { text: "/delta", idle: IDLE, say: (text) => handle(item, text, event) };
  }

  open(part: PartStart): number {
    const index = this.parts++;
    this.emit({ type: "part-start", index, part });
    return index;
  }

  private static readonly handlers: ReadonlyMap<string, Handler> = new Map(
    Object.entries<Handler>({
      "response.created": (reader, event) => reader.start(event),
      "response.in_progress": (reader, event) => reader.startOnce(event),
      "response.output_item.added": (reader, event) => reader.itemOf(event).add(itemIn(event)),
      "response.output_item.done": (reader, event, data) => reader.itemOf(event).done(exactItem(event, data)),
      "response.output_text.done": (reader, event) =>
        reader.itemOf(event).tell("text", contentIndex(event), textIn(event.text)),
      "response.output_text.annotation.added": (reader, event) =>
        reader.itemOf(event).cite(contentIndex(event), event.annotation ?? null),
      "response.refusal.done": (reader, event) =>
        reader.itemOf(event).tell("refusal", contentIndex(event), textIn(event.refusal)),
      "response.function_call_arguments.done": (reader, event) =>
        reader.itemOf(event).tellArguments(textIn(event.arguments)),
      "response.custom_tool_call_input.done": (reader, event) =>
        reader.itemOf(event).tellArguments(textIn(event.input)),
      "response.reasoning_summary_text.done": (reader, event) =>
        reader.itemOf(event).tellThought(`summary${Number(event.summary_index ?? 0)}`, textIn(event.text)),
      "response.reasoning_text.done": (reader, event) =>
        reader.itemOf(event).tellThought(`content${contentIndex(event)}`, textIn(event.text)),
      "response.completed": (reader, event) => reader.finish(event),
      "response.incomplete": (reader, event) => reader.finish(event),
      "response.failed": (reader, event) => reader.fail(event),
      error: (reader, event) => reader.fail(event),
    }),
  );

  private readDelta(event: JsonObject, handle: DeltaHandler): void {
    handle(this.itemOf(event), textIn(event.delta), event);
    const { logprobs } = event;
    if (this.toldLogprobs || !isArray(logprobs) || logprobs.length === 0) return;
    this.toldLogprobs = true;
    this.report.at("logprobs").lose("field");
  }

  private startOnce(event: JsonObject): void {
    if (!this.started) this.start(event);
  }

  private start({ response }: JsonObject): void {
    this.started = true;
    const { id, model, created_at: created } = isObject(response) ? response : ({} as JsonObject);
    this.emit({
      type: "response-start",
      ...(typeof id === "string" && id !== "" ? { id } : {}),
      ...(typeof model === "string" && model !== "" ? { model } : {}),
      ...(typeof created === "number" && created > 0 ? { created } : {}),
    });
  }

  private itemOf({ output_index: index }: JsonObject): OpenItem {
    if (typeof index === "number") this.last = index;
    return this.itemAt(this.last);
  }

  private itemAt(index: number): OpenItem {
    const known = this.items.get(index);
    if (known !== undefined) return known;
    const item = new OpenItem(this, index);
    this.items.set(index, item);
    return item;
  }

  // What the answer says beside its items: the request once more, and what nobody else knows.
  private envelope(response: JsonObject): Pick<Response, "serviceTier" | "origin"> {
    for (const field in response) if (ECHO.has(field)) this.report.at(field).change("echoed-field");
    new Beside(READ).tell(response, this.report);
    const { service_tier: tier } = response;
    const origin = { dialect: "openai-responses", place: this.report.place, fields: TIER };
    return { ...(typeof tier === "string" && { serviceTier: tier }), origin };
  }

  private finish(event: JsonObject): void {
    this.startOnce(event);
    const response = isObject(event.response) ? event.response : {};
    const { output, status, incomplete_details: details, usage } = response;
    for (const [index, item] of (isArray(output) ? output : []).entries()) if (isObject(item)) this.settle(item, index);
    for (const item of this.items.values()) item.close();
    const said = typeof status === "string" ? status : String(event.type).replace("response.", "");
    const stop = stopOf(said, isObject(details) ? details.reason : undefined);
    const used = isObject(usage) ? { usage: decodeUsage(usage, this.report.at("usage")) } : {};
    this.emit({ type: "response-end", stop, ...used, ...this.envelope(response) });
  }

  // What the answer lists at its end and did not send before.
  private settle(item: JsonObject, index: number): void {
    const known = [...this.items.values()].find((each) => each.is(item)) ?? this.items.get(index);
    (known ?? this.itemAt(index)).done(item);
  }

  private fail(event: JsonObject): void {
    this.emit({ type: "failure", failure: errors.decode(event, 502) });
  }
}

const DELTAS: ReadonlyMap<string, DeltaHandler> = new Map(
  Object.entries<DeltaHandler>({
    "response.output_text.delta": (item, text, event) => item.say("text", contentIndex(event), text),
    "response.refusal.delta": (item, text, event) => item.say("refusal", contentIndex(event), text),
    "response.function_call_arguments.delta": (item, text) => item.argue(text),
    "response.custom_tool_call_input.delta": (item, text) => item.argue(text),
    "response.reasoning_summary_text.delta": (item, text, { summary_index: index = 0 }) =>
      item.think(`summary${Number(index)}`, text),
    "response.reasoning_text.delta": (item, text, event) => item.think(`content${contentIndex(event)}`, text),
  }),
);

/** What is read of an answer, or is no part of it. */
const READ: ReadonlySet<string> = new Set([
  ...[
    "id",
    "object",
    "created_at",
    "status",
    "incomplete_details",
    "error",
    "model",
    "output",
    "usage",
    "service_tier",
  ],
  ...ECHO,
]);

const TIER: Readonly<Record<string, string>> = { serviceTier: "/service_tier" };

/** What is different in every event, and says nothing; items are known by their numbers. */
const IDLE = ["/sequence_number", "/item_id", "/obfuscation"];

function itemIn({ item }: JsonObject): JsonObject {
  return isObject(item) ? item : {};
}

// Arguments that are an object may hold numbers that the native parser would change.
function exactItem(event: JsonObject, data: string): JsonObject {
  const item = itemIn(event);
  if (!isObject(item.arguments)) return item;
  const exact = parseJson(data);
  return isObject(exact) ? itemIn(exact) : item;
}

function contentIndex({ content_index: index }: JsonObject): number {
  return typeof index === "number" ? index : 0;
}

function textIn(text: Json | undefined): string {
  return typeof text === "string" ? text : "";
}
