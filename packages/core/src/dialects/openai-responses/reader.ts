import { parseJson } from "../../json/parse.ts";
import { isArray, isObject, nonEmptyText } from "../../json/value.ts";
import { levelOf, UNKNOWN_METADATA } from "../../loss-levels.ts";
import { parseFrame } from "../../mapping/frame.ts";
import { EMPTY_RESPONSE, NO_STATUS } from "../../mapping/nodes/failure.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { DeltaTemplate } from "../../model/delta-template.ts";
import type { StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { ECHO } from "./echoed-fields.ts";
import * as errors from "./errors.ts";
import { finishReasonOf, hasFailed, hasOutput } from "./finish-reasons.ts";
import { ItemTracker, itemIn } from "./item-tracker.ts";
import type { ItemSink, OpenItem, TextKind } from "./open-item.ts";
import { usageIn } from "./usage.ts";

type Handler = (reader: ResponsesStreamReader, event: JsonObject, data: string) => void;

/** The kind of item that a delta belongs to, and what it does to it. */
interface Delta {
  readonly kind: string;
  readonly handle: (item: OpenItem, text: string, event: JsonObject) => void;
}

/** Reads the events of a stream of responses. */
export class ResponsesStreamReader implements StreamReader, ItemSink {
  readonly report: Report;
  readonly emit: (event: StreamEvent) => void;
  private readonly items = new ItemTracker(this);
  private parts = 0;
  private started = false;
  private reportedLogprobs = false;
  /** The last event, if it was a delta, and its handler. */
  private delta: { readonly event: JsonObject; readonly said: Delta } | undefined;
  /** The last event was a delta of something that is read as a whole, such as the code of a code interpreter. */
  private isUnreadDelta = false;

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
  }

  read(data: string, name: string | undefined): void {
    if (data.startsWith("[DONE]")) return;
    const event = parseFrame(data, this.report);
    if (!isObject(event)) return;
    const type = typeof event.type === "string" ? event.type : (name ?? "");
    const delta = DELTAS.get(type);
    const handle = ResponsesStreamReader.handlers.get(type);
    this.delta = delta && { event, said: delta };
    this.isUnreadDelta = delta === undefined && handle === undefined && type.endsWith(".delta");
    if (delta !== undefined) this.readDelta(event, delta);
    else if (handle !== undefined) handle(this, event, data);
    else if (isObject(event.error)) this.fail(event);
    // A proxy in front of a server that cannot stream may send the whole response.
    else if (event.object === "response") this.finish({ type: "response.completed", response: event });
  }

  /** The end of the bytes means nothing: a response ends with an event. */
  end(): void {}

  deltaTemplate(): DeltaTemplate | undefined {
    if (this.delta === undefined) return this.isUnreadDelta ? UNREAD_DELTA : undefined;
    const { event, said } = this.delta;
    const item = this.items.of(event, said.kind, false);
    const itemOf = (id: string | undefined) =>
      id === undefined ? item : this.items.of({ ...event, item_id: id }, said.kind, false);
    const apply = (text: string, id?: string) => said.handle(itemOf(id), text, event);
    return { text: "/delta", id: ID, ignored: IGNORED, apply };
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
      "response.output_item.added": ({ items }, event) => items.added(event).add(itemIn(event)),
      "response.content_part.added": ({ items }, event) =>
        items.of(event, partKind(event), false).begin("content", event.content_index),
      "response.reasoning_summary_part.added": ({ items }, event) =>
        items.of(event, "reasoning", false).begin("summary", event.summary_index),
      "response.output_item.done": ({ items }, event, data) => items.done(event).done(exactItem(event, data)),
      "response.output_text.done": (reader, event) => reader.textDone(event, "text", event.text),
      "response.refusal.done": (reader, event) => reader.textDone(event, "refusal", event.refusal),
      "response.output_text.annotation.added": ({ items }, event) => {
        const item = items.of(event, "message", true);
        item.cite(item.indexOf("content", event.content_index), event.annotation ?? null);
      },
      "response.function_call_arguments.done": ({ items }, event) =>
        items.of(event, "call", true).wholeArguments(textIn(event.arguments)),
      "response.custom_tool_call_input.done": ({ items }, event) =>
        items.of(event, "call", true).wholeArguments(textIn(event.input)),
      "response.reasoning_summary_text.done": (reader, event) => reader.reasoningDone(event, "summary"),
      "response.reasoning_text.done": (reader, event) => reader.reasoningDone(event, "content"),
      "response.completed": (reader, event) => reader.finish(event),
      "response.incomplete": (reader, event) => reader.finish(event),
      "response.failed": (reader, event) => reader.fail(event),
      error: (reader, event) => reader.fail(event),
    }),
  );

  private textDone(event: JsonObject, kind: TextKind, text: Json | undefined): void {
    const item = this.items.of(event, "message", true);
    item.wholeText(kind, item.indexOf("content", event.content_index), textIn(text));
  }

  private reasoningDone(event: JsonObject, kind: "summary" | "content"): void {
    const item = this.items.of(event, "reasoning", true);
    item.wholeReasoning(kind + item.indexOf(kind, event[`${kind}_index`]), textIn(event.text));
  }

  private readDelta(event: JsonObject, { kind, handle }: Delta): void {
    handle(this.items.of(event, kind, false), textIn(event.delta), event);
    const { logprobs } = event;
    if (this.reportedLogprobs || !isArray(logprobs) || logprobs.length === 0) return;
    this.reportedLogprobs = true;
    this.report.at("logprobs").loseField(levelOf("logprobs"));
  }

  private startOnce(event: JsonObject): void {
    if (!this.started) this.start(event);
  }

  private start({ response }: JsonObject): void {
    this.started = true;
    const { id, model, created_at: created } = isObject(response) ? response : ({} as JsonObject);
    this.emit({
      type: "response-start",
      id: nonEmptyText(id),
      model: nonEmptyText(model),
      created: typeof created === "number" && created > 0 ? created : undefined,
    });
  }

  // The fields of the response other than its items: echoed settings, and unknown ones.
  private envelope(response: JsonObject): Pick<CanonicalResponse, "usedTier" | "origin"> {
    for (const field in response) if (ECHO.has(field)) this.report.at(field).change("echoed-field");
    new UnreadFields(READ, UNKNOWN_METADATA).report(response, this.report);
    const { service_tier: tier } = response;
    const origin = { dialect: "openai-responses", place: this.report.place, fields: TIER };
    return { ...(typeof tier === "string" && { usedTier: tier }), origin };
  }

  private finish(event: JsonObject): void {
    this.startOnce(event);
    const response = isObject(event.response) ? event.response : {};
    const { output, status, incomplete_details: details } = response;
    if (hasFailed(response)) {
      this.fail(event);
      return;
    }
    const usage = usageIn(response, this.report);
    this.items.settle(output);
    const rawStatus = typeof status === "string" ? status : String(event.type).replace("response.", "");
    if (this.items.isEmpty && !isArray(output) && hasOutput(rawStatus)) {
      this.emit({ type: "failure", failure: { ...EMPTY_RESPONSE, usage } });
      return;
    }
    const stop = finishReasonOf(rawStatus, isObject(details) ? details.reason : undefined);
    this.emit({ type: "response-end", finishReason: stop, usage, ...this.envelope(response) });
  }

  private fail(event: JsonObject): void {
    const usage = usageIn(isObject(event.response) ? event.response : event, this.report);
    this.emit({ type: "failure", failure: { ...errors.decode(event, NO_STATUS), usage } });
  }
}

const DELTAS: ReadonlyMap<string, Delta> = new Map(
  Object.entries<Delta>({
    "response.output_text.delta": {
      kind: "message",
      handle: (item, text, event) => applyText("text", item, text, event),
    },
    "response.refusal.delta": {
      kind: "message",
      handle: (item, text, event) => applyText("refusal", item, text, event),
    },
    "response.function_call_arguments.delta": { kind: "call", handle: (item, text) => item.argumentsDelta(text) },
    "response.custom_tool_call_input.delta": { kind: "call", handle: (item, text) => item.argumentsDelta(text) },
    "response.reasoning_summary_text.delta": {
      kind: "reasoning",
      handle: (item, text, event) =>
        item.reasoningDelta(`summary${item.indexOf("summary", event.summary_index)}`, text),
    },
    "response.reasoning_text.delta": {
      kind: "reasoning",
      handle: (item, text, event) =>
        item.reasoningDelta(`content${item.indexOf("content", event.content_index)}`, text),
    },
  }),
);

function applyText(kind: TextKind, item: OpenItem, text: string, event: JsonObject): void {
  item.textDelta(kind, item.indexOf("content", event.content_index), text);
}

/** Fields of a response that are read, or echo the request. */
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

const TIER: Readonly<Record<string, string>> = { usedTier: "/service_tier" };

/** Fields that differ in every event and mean nothing. */
const IGNORED = ["/sequence_number", "/obfuscation"];

/** GitHub Copilot changes it from event to event. */
const ID = "/item_id";

const UNREAD_DELTA: DeltaTemplate = { text: "/delta", ignored: [...IGNORED, ID], apply: () => undefined };

// `JSON.parse` would change large numbers in arguments that are an object.
function exactItem(event: JsonObject, data: string): JsonObject {
  const item = itemIn(event);
  if (!isObject(item.arguments)) return item;
  const exact = parseJson(data);
  return isObject(exact) ? itemIn(exact) : item;
}

function partKind({ part }: JsonObject): string {
  return isObject(part) && part.type === "reasoning_text" ? "reasoning" : "message";
}

function textIn(text: Json | undefined): string {
  return typeof text === "string" ? text : "";
}
