import { jsonIn, parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { parseFrame, truncatedStream } from "../../mapping/frame.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { NO_STATUS } from "../../mapping/nodes/failure.ts";
import { readSignature } from "../../mapping/nodes/signature.ts";
import { reportUnread, UnreadFields } from "../../mapping/unread-fields.ts";
import { extendObject } from "../../mapping/values/extend-object.ts";
import type { DeltaTemplate } from "../../model/delta-template.ts";
import type { StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Signature } from "../../model/signature.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";
import { decodeCitation } from "./citations.ts";
import * as errors from "./errors.ts";
import { finishReasonOf } from "./finish-reasons.ts";
import * as parts from "./parts.ts";
import { decodeUsage, TIER_PLACE, usedTierIn } from "./usage.ts";

/** Reads the events of a stream of messages. */
export class AnthropicStreamReader implements StreamReader {
  private readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  /** Cumulative. */
  private counts: JsonObject = {};
  private hasEarlyTier = false;
  private stop: JsonObject | undefined;
  private readonly besideMessage = new UnreadFields(MESSAGE, UNKNOWN_METADATA);
  private last: Json = null;
  /** Open blocks that are read whole, of which some may still come. */
  private readonly open = new Map<number, OpenBlock>();

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
  }

  read(data: string): void {
    const event = parseFrame(data, this.report);
    this.last = event;
    if (!isObject(event)) return;
    switch (event.type) {
      case "message_start":
        this.start(event);
        return;
      case "content_block_start":
        this.begin(indexOf(event), event.content_block ?? null, data);
        return;
      case "content_block_delta":
        this.delta(indexOf(event), isObject(event.delta) ? event.delta : {});
        return;
      case "content_block_stop":
        this.close(indexOf(event));
        return;
      case "message_delta":
        this.note(event);
        return;
      case "message_stop":
        this.finish();
        return;
      case "error":
        this.emit({ type: "failure", failure: errors.decode(event, NO_STATUS) });
        return;
      // llama.cpp has OpenAI's envelope for errors: https://github.com/ggml-org/llama.cpp/tree/master/tools/server
      case undefined:
        if (isObject(event.error)) this.emit({ type: "failure", failure: errors.decode(event, NO_STATUS) });
    }
  }

  // Without `message_stop`, Anthropic's SDK takes the stream as cut short.
  end(): void {}

  get isEnding(): boolean {
    return this.stop !== undefined;
  }

  // Counts that never came are unknown, not 0.
  get usage(): Usage | undefined {
    return Object.keys(this.counts).length === 0 ? undefined : decodeUsage(this.counts, this.report.at("usage"));
  }

  deltaTemplate(): DeltaTemplate | undefined {
    const { last } = this;
    if (!isObject(last) || last.type !== "content_block_delta" || !isObject(last.delta)) return undefined;
    const { delta } = last;
    const index = indexOf(last);
    if (this.open.has(index))
      return {
        text: "/delta/partial_json",
        ignored: NOTHING,
        apply: (partial_json) => this.delta(index, { partial_json }),
      };
    const field = TEXT_FIELDS.find((each) => typeof delta[each] === "string");
    return field && { text: `/delta/${field}`, ignored: NOTHING, apply: (text) => this.emitText(index, text) };
  }

  private finish(): void {
    const { stop, usage } = this;
    if (stop === undefined) throw truncatedStream();
    for (const [index, opened] of this.open) this.emitWhole(index, opened);
    this.stop = undefined;
    const ending = finishReasonOf(stop);
    const origin = { dialect: "anthropic", place: this.report.place, fields: ENDING };
    const usedTier = this.hasEarlyTier ? undefined : usedTierIn(this.counts);
    this.emit({ type: "response-end", finishReason: ending, usage, usedTier, origin });
  }

  private start({ message }: JsonObject): void {
    const head = isObject(message) ? message : ({} as JsonObject);
    const { id, model } = head;
    if (isObject(head.usage)) this.counts = head.usage;
    const { usage } = this;
    this.besideMessage.report(head, this.report);
    const usedTier = usedTierIn(head.usage);
    this.hasEarlyTier = usedTier !== undefined;
    this.emit({
      type: "response-start",
      id: typeof id === "string" ? id : undefined,
      model: typeof model === "string" ? model : undefined,
      usedTier,
      origin: { dialect: "anthropic", place: this.report.place, fields: HEAD },
      usage,
    });
  }

  // Counts are cumulative; those that an event leaves out have not changed.
  private note(event: JsonObject): void {
    const { delta, usage } = event;
    this.besideMessage.report(event, this.report);
    if (isObject(delta)) this.besideMessage.report(delta, this.report);
    if (isObject(usage)) {
      const counts = Object.entries(usage).filter(([, value]) => value !== null);
      this.counts = extendObject(this.counts, Object.fromEntries(counts));
    }
    if (isObject(delta) && typeof delta.stop_reason === "string") this.stop = delta;
  }

  private begin(index: number, block: Json, data: string): void {
    if (!isObject(block)) return;
    const part = startOf(block);
    if (part === undefined) {
      this.open.set(index, { block, input: "" });
      return;
    }
    this.emit({ type: "part-start", index, part });
    reportUnread(BLOCK, block, this.report.at("content").at(index));
    if (typeof block.text === "string") this.emitText(index, block.text);
    if (typeof block.thinking === "string") this.emitText(index, block.thinking);
    for (const citation of isArray(block.citations) ? block.citations : []) this.cite(index, citation);
    if (block.type === "tool_use" && isFilled(block.input)) this.emitText(index, exactInput(data));
  }

  private close(index: number): void {
    const opened = this.open.get(index);
    if (opened !== undefined) this.emitWhole(index, opened);
    this.emit({ type: "part-end", index });
  }

  // The input of a server tool comes in deltas, as that of a client's, and so does a summary: the block is whole at its end.
  private emitWhole(index: number, { block, input }: OpenBlock): void {
    this.open.delete(index);
    const { input: begun = {} } = block;
    const part = parts.decode(
      input === "" ? block : { ...block, input: jsonIn(input) ?? begun },
      this.report.at("content").at(index),
    );
    this.emit({ type: "part-start", index, part: { type: "whole", part } });
  }

  private delta(index: number, delta: JsonObject): void {
    const { signature, citation } = delta;
    const opened = this.open.get(index);
    if (opened !== undefined) {
      this.collect(index, opened, delta);
      return;
    }
    const field = TEXT_FIELDS.find((each) => typeof delta[each] === "string");
    if (field !== undefined) this.emitText(index, String(delta[field]));
    else if (typeof signature === "string")
      this.emit({ type: "part-note", index, note: { signature: readSignature(signature, "anthropic") } });
    else if (isObject(citation)) this.cite(index, citation);
  }

  private collect(index: number, opened: OpenBlock, { partial_json, content }: JsonObject): void {
    const piece = partial_json ?? content;
    if (typeof piece !== "string" || piece === "") return;
    if (piece === content) opened.block = { ...opened.block, content: String(opened.block.content ?? "") + piece };
    else opened.input += piece;
    this.emit({ type: "part-progress", index });
  }

  private cite(index: number, wire: Json): void {
    const citation = decodeCitation(wire, this.report.at("citations"));
    this.emit({ type: "part-note", index, note: { citation } });
  }

  private emitText(index: number, text: string): void {
    if (text !== "") this.emit({ type: "part-delta", index, text });
  }
}

interface OpenBlock {
  block: JsonObject;
  input: string;
}

/** Fields of a block that are read at its start or come in deltas. */
const BLOCK = defineLayout<string>({
  dialect: "anthropic",
  optional: { "/caller/type": "direct" },
  ignored: ["/type", "/text", "/citations", "/thinking", "/signature", "/id", "/name", "/input"],
  fields: {},
});

/** Fields of a message that are read at its start or its end. */
const MESSAGE: ReadonlySet<string> = new Set([
  "type",
  "role",
  "id",
  "delta",
  "model",
  "content",
  "usage",
  "stop_reason",
  "stop_sequence",
]);

const HEAD: Readonly<Record<string, string>> = { usedTier: TIER_PLACE };

const ENDING: Readonly<Record<string, string>> = {
  finishReason: "/stop_reason",
  sequence: "/stop_sequence",
  usedTier: TIER_PLACE,
};

/** What differs in the events of a text besides the text. */
const NOTHING: readonly string[] = [];

/** The fields of a delta with text or arguments. */
const TEXT_FIELDS = ["text", "partial_json", "thinking"] as const;

function startOf(block: JsonObject): PartStart | undefined {
  const { id, name } = block;
  if (block.type === "text") return { type: "text" };
  if (block.type === "thinking") return { type: "reasoning", ...signatureIn(block) };
  if (block.type === "tool_use")
    return { type: "call", kind: "function", id: String(id ?? ""), name: String(name ?? "") };
  return undefined;
}

function indexOf({ index }: JsonObject): number {
  return typeof index === "number" ? index : 0;
}

// A server that sends reasoning whole sends the signature with the start of the block.
function signatureIn({ signature }: JsonObject): { signature?: Signature } {
  return typeof signature === "string" && signature !== "" ? { signature: readSignature(signature, "anthropic") } : {};
}

// `input` is an empty object if the arguments come in deltas.
function isFilled(input: Json | undefined): boolean {
  return isObject(input) ? Object.keys(input).length > 0 : input !== undefined && input !== null && input !== "";
}

// Proxies of APIs with whole calls (Gemini, Ollama) may send the arguments with the start of the block, as an object.
function exactInput(data: string): string {
  const event = parseJson(data);
  const block = isObject(event) ? event.content_block : undefined;
  return stringifyJson(isObject(block) ? (block.input ?? {}) : {});
}
