import { quote } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { PartNote, PartStart } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Citation, Signature } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { encodeCitation } from "./citations.ts";
import { type DeltaFrame, deltaFrame, type Frames } from "./frames.ts";
import { callItem, messageItem, reasoningItem } from "./output.ts";

/** What every item of a stream is written with. */
export interface ItemContext {
  readonly frames: Frames;
  readonly report: Report;
  readonly id: string;
  readonly index: number;
}

/** Writes one item of a stream. */
export interface ItemWriter {
  begin(): string;
  delta(text: string): string;
  note(note: PartNote): string;
  /** Ends the item; `complete` tells whether it says all that it was to say. */
  end(complete: boolean): string;
  /** The item as it was when it ended, as JSON. */
  readonly json: string;
}

// ── messages ────────────────────────────────────────────────────────────────

/** A message: texts and refusals, one after the other. */
export class MessageItem implements ItemWriter {
  json = "";
  private readonly place: ItemContext;
  /** The parts that have ended, as JSON. */
  private readonly content: string[] = [];
  private readonly annotations: Json[] = [];
  private kind: "output_text" | "refusal" | undefined;
  private text = "";
  private frame: DeltaFrame = ["", ""];

  constructor(place: ItemContext) {
    this.place = place;
  }

  begin(): string {
    return added(this.place, messageItem(this.place.id, [], "in_progress"));
  }

  /** Begins a part. */
  open(kind: "output_text" | "refusal"): string {
    this.kind = kind;
    this.text = "";
    this.annotations.length = 0;
    const extra = kind === "output_text" ? ',"logprobs":[]' : "";
    this.frame = deltaFrame(`response.${kind}.delta`, this.at, extra);
    return this.place.frames.event("response.content_part.added", this.at, { part: this.partOf('""') });
  }

  delta(text: string): string {
    this.text += text;
    return this.place.frames.delta(this.frame, text);
  }

  note({ citation, signature }: PartNote): string {
    if (signature !== undefined) this.place.report.at("signature").lose("foreign-signature", { feature: "signature" });
    return citation === undefined || this.kind !== "output_text" ? "" : this.cite(citation);
  }

  /** Ends a part. */
  close(): string {
    const { kind, place } = this;
    if (kind === undefined) return "";
    const text = quote(this.text);
    const part = this.partOf(text);
    const said = kind === "refusal" ? { refusal: text } : { text, logprobs: "[]" };
    const done = place.frames.event(`response.${kind}.done`, this.at, said);
    const ended = done + place.frames.event("response.content_part.done", this.at, { part });
    this.content.push(part);
    this.kind = undefined;
    return ended;
  }

  end(complete: boolean): string {
    const closed = this.close();
    const item = messageItem(this.place.id, [], complete ? "completed" : "incomplete");
    // The parts are the last that an item says.
    this.json = `${stringifyJson(item).slice(0, -"]}".length)}${this.content.join(",")}]}`;
    return closed + done(this.place, this.json);
  }

  private get at(): JsonObject {
    const { id, index } = this.place;
    return { item_id: id, output_index: index, content_index: this.content.length };
  }

  private partOf(text: string): string {
    if (this.kind === "refusal") return `{"type":"refusal","refusal":${text}}`;
    return `{"type":"output_text","text":${text},"annotations":${stringifyJson(this.annotations)},"logprobs":[]}`;
  }

  private cite(citation: Citation): string {
    const annotation = encodeCitation(citation, this.text, this.place.report);
    if (annotation === undefined) return "";
    const index = this.annotations.push(annotation) - 1;
    const fields = { ...this.at, annotation_index: index, annotation };
    return this.place.frames.event("response.output_text.annotation.added", fields);
  }
}

// ── calls ───────────────────────────────────────────────────────────────────

/** A call, of a function or of a tool that takes free text. */
export class CallItem implements ItemWriter {
  json = "";
  private readonly place: ItemContext;
  private readonly call: PartStart & { type: "call" };
  private readonly word: string;
  private readonly frame: DeltaFrame;
  private text = "";

  constructor(place: ItemContext, call: PartStart & { type: "call" }) {
    this.place = place;
    this.call = call;
    this.word = call.kind === "custom" ? "response.custom_tool_call_input" : "response.function_call_arguments";
    this.frame = deltaFrame(`${this.word}.delta`, this.at);
  }

  begin(): string {
    return added(this.place, callItem(this.place.id, this.call, { text: "", status: "in_progress" }));
  }

  delta(text: string): string {
    this.text += text;
    return this.place.frames.delta(this.frame, text);
  }

  note(): string {
    return "";
  }

  end(complete: boolean): string {
    const { place } = this;
    const text = quote(this.text);
    const said = this.call.kind === "custom" ? { input: text } : { arguments: text };
    const told = place.frames.event(`${this.word}.done`, this.at, said);
    const item = callItem(place.id, this.call, { text: "", status: complete ? "completed" : "incomplete" });
    // What it is called with is the last that a call says.
    this.json = `${stringifyJson(item).slice(0, -'""}'.length)}${text}}`;
    return told + done(place, this.json);
  }

  private get at(): JsonObject {
    return { item_id: this.place.id, output_index: this.place.index };
  }
}

/** A call of a built-in tool: it has no deltas, and what it says is only known when its arguments are complete. */
export class BuiltInItem implements ItemWriter {
  json = "";
  private readonly place: ItemContext;
  private readonly call: PartStart & { type: "call" };
  private text = "";

  constructor(place: ItemContext, call: PartStart & { type: "call" }) {
    this.place = place;
    this.call = call;
  }

  begin(): string {
    return "";
  }

  delta(text: string): string {
    this.text += text;
    return "";
  }

  note(): string {
    return "";
  }

  end(complete: boolean): string {
    const { place, call, text } = this;
    const item = callItem(place.id, call, { text, status: complete ? "completed" : "incomplete" });
    if (item.type === "function_call") return this.endFunction(String(item.id), complete);
    this.json = stringifyJson(item);
    return added(place, { ...item, status: "in_progress" }) + done(place, this.json);
  }

  // Its arguments are not those of the built-in tool.
  private endFunction(id: string, complete: boolean): string {
    const { builtIn, ...call } = this.call;
    const plain = new CallItem({ ...this.place, id }, call);
    const written = plain.begin() + plain.delta(this.text) + plain.end(complete);
    this.json = plain.json;
    return written;
  }
}

// ── thoughts ────────────────────────────────────────────────────────────────

/** A thought, in paragraphs, and what keeps it for its vendor. */
export class ReasoningItem implements ItemWriter {
  json = "";
  private readonly place: ItemContext;
  private readonly redacted: boolean;
  private readonly summary: Json[] = [];
  private signature: Signature | undefined;
  private text: string | undefined;
  private frame: DeltaFrame = ["", ""];

  constructor(
    place: ItemContext,
    { signature, redacted }: { signature?: Signature | undefined; redacted?: boolean | undefined },
  ) {
    this.place = place;
    this.signature = signature;
    this.redacted = redacted === true;
  }

  begin(): string {
    return added(this.place, reasoningItem(this.place.id, [], {}));
  }

  delta(text: string): string {
    const opened = this.text === undefined ? this.open() : "";
    this.text += text;
    return opened + this.place.frames.delta(this.frame, text);
  }

  note({ signature, paragraph }: PartNote): string {
    if (signature !== undefined) this.signature = signature;
    return paragraph === true ? this.close() : "";
  }

  end(): string {
    const closed = this.close();
    this.json = stringifyJson(
      reasoningItem(this.place.id, this.summary, { signature: this.signature, redacted: this.redacted }),
    );
    return closed + done(this.place, this.json);
  }

  private get at(): JsonObject {
    const { id, index } = this.place;
    return { item_id: id, output_index: index, summary_index: this.summary.length };
  }

  private open(): string {
    this.text = "";
    this.frame = deltaFrame("response.reasoning_summary_text.delta", this.at);
    const part = { type: "summary_text", text: "" };
    return this.place.frames.event("response.reasoning_summary_part.added", { ...this.at, part });
  }

  private close(): string {
    const { text, at, place } = this;
    if (text === undefined) return "";
    this.text = undefined;
    const part = { type: "summary_text", text };
    this.summary.push(part);
    return (
      place.frames.event("response.reasoning_summary_text.done", { ...at, text }) +
      place.frames.event("response.reasoning_summary_part.done", { ...at, part })
    );
  }
}

// ── items that come whole ───────────────────────────────────────────────────

/** An item that is there at once; what its vendor streams of it is one piece. */
export class WholeItem implements ItemWriter {
  readonly json: string;
  private readonly item: JsonObject;
  private readonly place: ItemContext;

  constructor(place: ItemContext, item: JsonObject) {
    this.place = place;
    this.item = item;
    this.json = stringifyJson(item);
  }

  begin(): string {
    const [field, word] = STREAMED.get(this.item.type ?? null) ?? [];
    const text = field === undefined ? undefined : this.item[field];
    if (field === undefined || typeof text !== "string") return added(this.place, this.item);
    const at = { item_id: this.item.id ?? this.place.id, output_index: this.place.index };
    const { frames } = this.place;
    return (
      added(this.place, { ...this.item, [field]: "" }) +
      frames.event(`${word}.delta`, { ...at, delta: text }) +
      frames.event(`${word}.done`, { ...at, [field]: text })
    );
  }

  delta(): string {
    return "";
  }

  note(): string {
    return "";
  }

  end(): string {
    return done(this.place, this.json);
  }
}

/** Items of hosted tools that have a text which is streamed. */
const STREAMED: ReadonlyMap<Json, readonly [field: string, word: string]> = new Map([
  ["code_interpreter_call", ["code", "response.code_interpreter_call_code"]],
  ["mcp_call", ["arguments", "response.mcp_call_arguments"]],
]);

function added({ frames, index }: ItemContext, item: JsonObject): string {
  return frames.event("response.output_item.added", { output_index: index, item });
}

function done({ frames, index }: ItemContext, item: string): string {
  return frames.event("response.output_item.done", { output_index: index }, { item });
}
