import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { tellRest } from "../forms/beside.ts";
import { formOf } from "../forms/form.ts";
import { readOpaque } from "../forms/opaque.ts";
import { decodeCitation } from "./citations.ts";
import { sealOf, textsIn } from "./reasoning.ts";

/** Where the parts of items go. */
export interface Sink {
  readonly report: Report;
  /** Begins a part, and tells its number. */
  open(part: PartStart): number;
  emit(event: StreamEvent): void;
}

/** Words that have been passed on. */
interface Words {
  readonly part: number;
  said: string;
  cited: number;
}

/** The kinds of words that a message has. */
export type Spoken = "text" | "refusal";

/**
 * An item of a stream. What comes in deltas goes on at once; what an event at the end of a text, of the item or of the whole
 * answer says beyond them goes on then, so that it does not matter which of these a server leaves out.
 */
export class OpenItem {
  private readonly sink: Sink;
  private readonly report: Report;
  private readonly words = new Map<string, Words>();
  /** Where they stand in the message. */
  private readonly places = new Set<number>();
  private added: JsonObject = {};
  private call: Words | undefined;
  private thought: number | undefined;
  /** The paragraphs of a thought, and which is the last. */
  private readonly paragraphs = new Map<string, string>();
  private paragraph = "";
  private isDone = false;

  constructor(sink: Sink, index: number) {
    this.sink = sink;
    this.report = sink.report.at("output").at(index);
  }

  /** Whether an item is this one under another number. */
  is({ id, call_id: callId }: JsonObject): boolean {
    const { added } = this;
    return (id !== undefined && id === added.id) || (callId !== undefined && callId === added.call_id);
  }

  add(item: JsonObject): void {
    this.added = item;
    if (isCall(item)) this.openCall(item);
  }

  say(kind: Spoken, index: number, text: string): void {
    if (text === "") return;
    const words = this.wordsAt(kind, index);
    words.said += text;
    this.sink.emit({ type: "part-delta", index: words.part, text });
  }

  /** All that a part of a message says. */
  tell(kind: Spoken, index: number, text: string): void {
    this.say(kind, index, rest(this.words.get(kind + index)?.said ?? "", text));
  }

  cite(index: number, annotation: Json): void {
    const words = this.wordsAt("text", index);
    words.cited++;
    const citation = decodeCitation(annotation, this.report.at("content").at(index).at("annotations"));
    this.sink.emit({ type: "part-note", index: words.part, note: { citation } });
  }

  argue(text: string): void {
    if (text === "") return;
    const call = this.call ?? this.openCall(this.added);
    call.said += text;
    this.sink.emit({ type: "part-delta", index: call.part, text });
  }

  /** All arguments of a call. */
  tellArguments(text: string): void {
    this.argue(rest(this.call?.said ?? "", text));
  }

  /** A paragraph of a summary, or of the thoughts themselves. */
  think(key: string, text: string): void {
    if (text === "") return;
    const part = this.openThought();
    if (this.paragraph !== "" && this.paragraph !== key)
      this.sink.emit({ type: "part-note", index: part, note: { paragraph: true } });
    this.paragraph = key;
    this.paragraphs.set(key, (this.paragraphs.get(key) ?? "") + text);
    this.sink.emit({ type: "part-delta", index: part, text });
  }

  tellThought(key: string, text: string): void {
    this.think(key, rest(this.paragraphs.get(key) ?? "", text));
  }

  /** The whole item. */
  done(item: JsonObject): void {
    if (this.isDone) return;
    this.isDone = true;
    this.tellBeside(item);
    if (item.type === "message") this.endMessage(item);
    else if (isCall(item)) this.endCall(item);
    else if (item.type === "reasoning") this.endThought(item);
    else if (typeof item.type === "string") this.endOther(item);
  }

  /** The end of an answer that does not say how the item ended: what it began with must do. */
  close(): void {
    this.done(this.added);
  }

  // What comes whole is told as a whole.
  private tellBeside(item: JsonObject): void {
    if (item.type !== "message" && item.type !== "reasoning" && !isCall(item)) return;
    tellRest(item.type === "message" ? MESSAGE : ITEM, item, this.report);
  }

  private wordsAt(kind: Spoken, index: number): Words {
    const known = this.words.get(kind + index);
    if (known !== undefined) return known;
    const words = { part: this.sink.open({ type: kind }), said: "", cited: 0 };
    this.words.set(kind + index, words);
    this.places.add(index);
    return words;
  }

  private openCall(item: JsonObject): Words {
    const { call_id: id, name, namespace } = item;
    const kind = item.type === "custom_tool_call" ? "custom" : "function";
    const group = typeof namespace === "string" ? { namespace } : {};
    const start = { type: "call", kind, id: String(id ?? ""), name: String(name ?? ""), ...group } as const;
    this.call = { part: this.sink.open(start), said: "", cited: 0 };
    return this.call;
  }

  private openThought(): number {
    const { id } = this.added;
    this.thought ??= this.sink.open({ type: "reasoning", summary: true, ...sealOf(id === undefined ? {} : { id }) });
    return this.thought;
  }

  private endMessage({ content, phase }: JsonObject): void {
    if (typeof phase === "string") this.report.at("phase").lose("field");
    const parts = isArray(content) ? content.filter(isObject) : [];
    const places = this.placesOf(parts);
    for (const [position, part] of parts.entries()) this.endWords(part, places[position] ?? position);
    for (const { part } of this.words.values()) this.sink.emit({ type: "part-end", index: part });
  }

  private endWords(part: JsonObject, index: number): void {
    if (typeof part.refusal === "string") this.tell("refusal", index, part.refusal);
    else if (typeof part.text === "string") this.tell("text", index, part.text);
    const cited = isArray(part.annotations) ? part.annotations : [];
    for (const annotation of cited.slice(this.words.get(`text${index}`)?.cited ?? 0)) this.cite(index, annotation);
  }

  // Some servers count the parts of a message from 1 as long as they are on their way, and from 0 when they are done.
  private placesOf(parts: readonly JsonObject[]): readonly number[] {
    const open = [...this.places].toSorted((one, other) => one - other);
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
    this.tellArguments(argumentsIn(item));
    // Arguments that are not complete are an end only where the answer says so.
    if (item.status !== "incomplete") this.sink.emit({ type: "part-end", index: call.part });
  }

  private endThought(item: JsonObject): void {
    const summary = textsIn(item.summary);
    const [name, texts] = summary.length > 0 ? ["summary", summary] : ["content", textsIn(item.content)];
    if (name === "content" && texts.length > 0) this.report.at(name).change("plain-reasoning");
    for (const [index, text] of texts.entries()) this.tellThought(name + index, text);
    const { id, encrypted_content: encrypted } = item;
    const part = this.openThought();
    const { seal } = sealOf({ ...(id === undefined ? {} : { id }), ...(encrypted === undefined ? {} : { encrypted }) });
    if (seal !== undefined) this.sink.emit({ type: "part-note", index: part, note: { seal } });
    this.sink.emit({ type: "part-end", index: part });
  }

  private endOther(item: JsonObject): void {
    const part = readOpaque("openai-responses", item, String(item.type), this.report);
    this.sink.open({ type: "whole", part });
  }
}

/** What is read of an item, and what goes without saying. */
const READ = {
  dialect: "openai-responses",
  optional: { "/status": "completed", "/caller/type": "direct", "/async": false },
  mute: [
    ...["/type", "/id", "/role", "/content", "/phase", "/summary", "/encrypted_content"],
    ...["/call_id", "/name", "/namespace", "/arguments", "/input"],
  ],
  rules: {},
};

const ITEM = formOf<string>(READ);

/** That a message is incomplete is said of the whole answer. */
const MESSAGE = formOf<string>({ ...READ, mute: [...READ.mute, "/status"] });

function isCall({ type }: JsonObject): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

function argumentsIn({ arguments: sent, input }: JsonObject): string {
  const text = sent ?? input ?? "";
  return typeof text === "string" ? text : stringifyJson(text);
}

// What has been said already cannot be taken back: only what follows it can still be said.
function rest(said: string, whole: string): string {
  // `startsWith` would take ten times as long.
  return whole.slice(0, said.length) === said ? whole.slice(said.length) : "";
}
