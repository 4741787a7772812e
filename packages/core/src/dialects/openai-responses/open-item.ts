import { isArray } from "../../json/value.ts";
import { levelOf } from "../../loss-levels.ts";
import { inputAsText } from "../../mapping/nodes/call-input.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { reportUnread } from "../../mapping/unread-fields.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { builtInLayout, decodeBuiltInCall } from "./built-in-calls.ts";
import { type BuiltIn, builtInOfCall } from "./built-ins.ts";
import { decodeCitation } from "./citations.ts";
import { argumentsIn, contentPartsIn, itemKind, reasoningIn, reportOtherFields, textOfParts } from "./item-fields.ts";
import { signatureOf } from "./reasoning.ts";

/** Receives the parts of items. */
export interface ItemSink {
  readonly report: Report;
  /** Begins a part, and returns its number. */
  open(part: PartStart): number;
  emit(event: StreamEvent): void;
}

/** Text that has been emitted. */
interface EmittedText {
  readonly part: number;
  text: string;
  citations: number;
}

/** The kinds of text in a message. */
export type TextKind = "text" | "refusal";

/**
 * An item of a stream. Deltas are emitted at once; what the events at the end of a text, of the item or of the response have
 * beyond them is emitted then, so that it does not matter which of them a server leaves out (LM Studio sends no argument deltas).
 */
export class OpenItem {
  private readonly sink: ItemSink;
  private readonly report: Report;
  private readonly texts = new Map<string, EmittedText>();
  /** The `content_index` of each text. */
  private readonly contentIndexes = new Set<number>();
  /** How many parts of each kind have begun: llama.cpp does not number them. */
  private readonly started = { content: 0, summary: 0 };
  /** Its `output_index`, where the server sends one. */
  index: number | undefined;
  /** The server has given it an id. */
  hasId = false;
  isAdded = false;
  isDone = false;
  readonly kind: string;
  private added: JsonObject = {};
  private call: EmittedText | undefined;
  private reasoningPart: number | undefined;
  /** The paragraphs of the reasoning, and the key of the last. */
  private readonly paragraphs = new Map<string, string>();
  private paragraph = "";

  constructor(sink: ItemSink, { kind, position }: { kind: string; position: number }) {
    this.sink = sink;
    this.kind = kind;
    this.report = sink.report.at("output").at(position);
  }

  /** Whether a whole item may be this one: it continues what was emitted. */
  fits(item: JsonObject): boolean {
    if (this.kind === "message") return textOfParts(contentPartsIn(item)).startsWith(this.emittedText);
    if (this.kind === "reasoning") return reasoningIn(item).texts.join("").startsWith(this.emittedReasoning);
    if (this.kind !== "call") return true;
    const { name = item.name } = this.added;
    return name === item.name && argumentsIn(item).startsWith(this.call?.text ?? "");
  }

  add(item: JsonObject): void {
    if (this.isAdded) return;
    this.isAdded = true;
    this.added = item;
    if (this.kind === "call" && this.call === undefined) this.openCall(item);
  }

  /** A part of a message, or a paragraph of a summary, begins. */
  begin(kind: "content" | "summary", index: Json | undefined): void {
    this.started[kind] = typeof index === "number" ? index + 1 : this.started[kind] + 1;
  }

  /** The index of a part; that of the last one if an event has none. */
  indexOf(kind: "content" | "summary", index: Json | undefined): number {
    return typeof index === "number" ? index : Math.max(this.started[kind] - 1, 0);
  }

  private get emittedText(): string {
    return [...this.texts.values()].map(({ text }) => text).join("");
  }

  private get emittedReasoning(): string {
    return [...this.paragraphs.values()].join("");
  }

  textDelta(kind: TextKind, index: number, text: string): void {
    if (text === "") return;
    const emitted = this.textAt(kind, index);
    emitted.text += text;
    this.sink.emit({ type: "part-delta", index: emitted.part, text });
  }

  /** The whole text of a part. */
  wholeText(kind: TextKind, index: number, text: string): void {
    this.textDelta(kind, index, rest(this.texts.get(kind + index)?.text ?? "", text));
  }

  cite(index: number, annotation: Json): void {
    const emitted = this.textAt("text", index);
    emitted.citations++;
    const citation = decodeCitation(annotation, this.report.at("content").at(index).at("annotations"));
    this.sink.emit({ type: "part-note", index: emitted.part, note: { citation } });
  }

  argumentsDelta(text: string): void {
    if (text === "") return;
    const call = this.call ?? this.openCall(this.added);
    call.text += text;
    this.sink.emit({ type: "part-delta", index: call.part, text });
  }

  /** The whole arguments of a call. */
  wholeArguments(text: string): void {
    this.argumentsDelta(rest(this.call?.text ?? "", text));
  }

  /** A delta of a paragraph of the summary, or of the raw reasoning. */
  reasoningDelta(key: string, text: string): void {
    if (text === "") return;
    const part = this.openReasoning();
    if (this.paragraph !== "" && this.paragraph !== key)
      this.sink.emit({ type: "part-note", index: part, note: { paragraph: true } });
    this.paragraph = key;
    this.paragraphs.set(key, (this.paragraphs.get(key) ?? "") + text);
    this.sink.emit({ type: "part-delta", index: part, text });
  }

  wholeReasoning(key: string, text: string): void {
    this.reasoningDelta(key, rest(this.paragraphs.get(key) ?? "", text));
  }

  /** The whole item. */
  done(item: JsonObject): void {
    if (this.isDone) return;
    this.isDone = true;
    reportOtherFields(item, this.report);
    const kind = itemKind(item);
    if (kind === "message") this.endMessage(item);
    else if (kind === "call") this.endCall(item);
    else if (kind === "reasoning") this.endReasoning(item);
    else if (kind !== "") this.endOther(item);
  }

  /** The response ended without the item: what it began with is all there is. */
  close(): void {
    this.done(this.added);
  }

  private textAt(kind: TextKind, index: number): EmittedText {
    const known = this.texts.get(kind + index);
    if (known !== undefined) return known;
    const emitted = { part: this.sink.open({ type: kind }), text: "", citations: 0 };
    this.texts.set(kind + index, emitted);
    this.contentIndexes.add(index);
    return emitted;
  }

  private openCall(item: JsonObject): EmittedText {
    const { call_id: id, name, namespace } = item;
    const kind = item.type === "custom_tool_call" ? "custom" : "function";
    const group = typeof namespace === "string" ? { namespace } : {};
    const start = { type: "call", kind, id: String(id ?? ""), name: String(name ?? ""), ...group } as const;
    this.call = { part: this.sink.open(start), text: "", citations: 0 };
    return this.call;
  }

  private openReasoning(): number {
    const { id } = this.added;
    this.reasoningPart ??= this.sink.open({
      type: "reasoning",
      summary: true,
      ...signatureOf(id === undefined ? {} : { id }),
    });
    return this.reasoningPart;
  }

  private endMessage(item: JsonObject): void {
    if (typeof item.phase === "string") this.report.at("phase").loseField(levelOf("phase"));
    const parts = contentPartsIn(item);
    const places = this.indexesOf(parts);
    // The text was emitted before, whatever its index was.
    const isEmitted = this.emittedText === textOfParts(parts);
    for (const [position, part] of parts.entries()) {
      const place = places[position] ?? position;
      if (!isEmitted) this.endText(part, place);
      this.endCitations(part, isEmitted && !this.texts.has(`text${place}`) ? this.lastIndex : place);
    }
    for (const { part } of this.texts.values()) this.sink.emit({ type: "part-end", index: part });
  }

  private endText(part: JsonObject, index: number): void {
    if (typeof part.refusal === "string") this.wholeText("refusal", index, part.refusal);
    else if (typeof part.text === "string") this.wholeText("text", index, part.text);
  }

  private get lastIndex(): number {
    return Math.max(0, ...this.contentIndexes);
  }

  private endCitations(part: JsonObject, index: number): void {
    const cited = isArray(part.annotations) ? part.annotations : [];
    for (const annotation of cited.slice(this.texts.get(`text${index}`)?.citations ?? 0)) this.cite(index, annotation);
  }

  // Seen in recorded traffic of Bedrock: parts are counted from 1 in deltas, and from 0 in the finished item.
  private indexesOf(parts: readonly JsonObject[]): readonly number[] {
    const open = [...this.contentIndexes].toSorted((one, other) => one - other);
    return open.length === parts.length ? open : [...parts.keys()];
  }

  private endCall(item: JsonObject): void {
    const call = this.call ?? this.openCall(item);
    if (typeof item.name === "string" && item.name !== this.added.name)
      this.sink.emit({
        type: "part-note",
        index: call.part,
        note: { name: item.name, id: String(item.call_id ?? "") },
      });
    this.wholeArguments(argumentsIn(item));
    // Incomplete arguments end with the response, not with the item.
    if (item.status !== "incomplete") this.sink.emit({ type: "part-end", index: call.part });
  }

  private endReasoning(item: JsonObject): void {
    const { name, texts } = reasoningIn(item);
    if (name === "content" && texts.length > 0) this.report.at(name).change("plain-reasoning");
    const isEmitted = this.emittedReasoning === texts.join("");
    for (const [index, text] of isEmitted ? [] : texts.entries()) this.wholeReasoning(name + index, text);
    const { id, encrypted_content: encrypted } = item;
    const part = this.openReasoning();
    const { signature } = signatureOf({
      ...(id === undefined ? {} : { id }),
      ...(encrypted === undefined ? {} : { encrypted }),
    });
    if (signature !== undefined) this.sink.emit({ type: "part-note", index: part, note: { signature } });
    this.sink.emit({ type: "part-end", index: part });
  }

  // A call of a built-in tool comes whole.
  private endBuiltIn(builtIn: BuiltIn, item: JsonObject): void {
    const { id, name, input } = decodeBuiltInCall(builtIn, item, this.report);
    reportUnread(builtInLayout(builtIn), item, this.report);
    const start = { type: "call", kind: "function", id, name, builtIn: builtIn.type } as const;
    const index = this.sink.open(start);
    this.sink.emit({ type: "part-delta", index, text: inputAsText(input) });
    if (item.status !== "incomplete") this.sink.emit({ type: "part-end", index });
  }

  private endOther(item: JsonObject): void {
    const builtIn = builtInOfCall(item);
    if (builtIn !== undefined) {
      this.endBuiltIn(builtIn, item);
      return;
    }
    const part = readOpaque("openai-responses", item, String(item.type), this.report);
    this.sink.open({ type: "whole", part });
  }
}

// Emitted text cannot be taken back: only what follows it is emitted.
function rest(emitted: string, whole: string): string {
  // `startsWith` would take ten times as long.
  return whole.slice(0, emitted.length) === emitted ? whole.slice(emitted.length) : "";
}
