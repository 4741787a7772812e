import { isObject } from "../../json/value.ts";
import { levelOf, UNKNOWN_CONTENT } from "../../loss-levels.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { decodeGrounding, decodeNewSources, type Grounded } from "./citations.ts";
import type { GeminiPartSink } from "./part-sink.ts";
import { decodeSignature } from "./signatures.ts";
import { eitherSpelling } from "./spelling.ts";

/** What a text of a stream is. */
export type GeminiTextKind = "text" | "reasoning";

/** Reads the texts of a stream with their signatures and citations. A text stays open until another part begins. */
export class GeminiTextReader {
  private readonly sink: GeminiPartSink;
  private open: { readonly kind: GeminiTextKind; readonly part: number; text: string } | undefined;
  private isGrounded = false;
  /** The citations that came before, as JSON. */
  private readonly cited = new Set<string>();
  private hasLostSignature = false;
  private readonly otherFields = new UnreadFields(TEXT, UNKNOWN_CONTENT);

  constructor(sink: GeminiPartSink) {
    this.sink = sink;
  }

  read(text: string, part: JsonObject, candidate: JsonObject): void {
    const kind = kindOf(part);
    this.add(kind, text);
    const { signature } = decodeSignature(eitherSpelling(part, "thoughtSignature"));
    if (signature !== undefined) {
      this.sign(kind, signature);
      if (!isObject(candidate.groundingMetadata)) this.close();
    }
    this.otherFields.report(part, this.candidate.at("content").at("parts"));
  }

  add(kind: GeminiTextKind, text: string): void {
    if (text === "") return;
    const open = this.open?.kind === kind ? this.open : this.begin(kind);
    open.text += text;
    this.sink.emit({ type: "part-delta", index: open.part, text });
  }

  /** Reads the citations of a candidate. */
  cite({ groundingMetadata, citationMetadata }: JsonObject): void {
    if (isObject(groundingMetadata)) this.ground(groundingMetadata);
    if (isObject(citationMetadata)) this.quote(citationMetadata);
  }

  close(): void {
    if (this.open !== undefined) this.sink.emit({ type: "part-end", index: this.open.part });
    this.open = undefined;
  }

  private begin(kind: GeminiTextKind): NonNullable<GeminiTextReader["open"]> {
    this.open = { kind, part: this.sink.open({ type: kind }), text: "" };
    return this.open;
  }

  // A signature may come late, in a part with an empty text. Reasoning may have no text at all.
  private sign(kind: GeminiTextKind, signature: Signature): void {
    if (this.open?.kind !== kind && kind === "reasoning") this.begin(kind);
    if (this.open === undefined) this.loseSignature();
    else this.sink.emit({ type: "part-note", index: this.open.part, note: { signature } });
  }

  private loseSignature(): void {
    if (this.hasLostSignature) return;
    this.hasLostSignature = true;
    this.candidate.at("thoughtSignature").loseField(levelOf("parts"), { feature: "thoughtSignature" });
  }

  // Grounding metadata comes at the end of the text, and again in every later chunk.
  private ground(metadata: JsonObject): void {
    if (this.isGrounded) return;
    this.isGrounded = true;
    const at = this.candidate.at("groundingMetadata");
    this.note(decodeGrounding(metadata, this.emitted, at), at);
  }

  // Citations come with their text, or again with all before them.
  private quote(metadata: JsonObject): void {
    const report = this.candidate.at("citationMetadata");
    this.note(decodeNewSources(metadata, this.emitted, { report, isNew: (source) => this.isNew(source) }), report);
  }

  private isNew(source: Json): boolean {
    const key = JSON.stringify(source);
    return !this.cited.has(key) && this.cited.add(key) !== undefined;
  }

  private note({ parts, rest }: Grounded, at: Report): void {
    const { open, sink } = this;
    for (const pointer of Object.keys(rest)) sink.report.on(at.place.below(pointer)).loseField(levelOf("citations"));
    const [text] = parts;
    for (const citation of text?.type === "text" ? (text.citations ?? []) : [])
      if (open !== undefined) sink.emit({ type: "part-note", index: open.part, note: { citation } });
  }

  private get emitted(): readonly TextPart[] {
    return this.open?.kind === "text" ? [{ type: "text", text: this.open.text }] : [];
  }

  private get candidate(): Report {
    return this.sink.report.at("candidates").at(0);
  }
}

/** What the text of a part is. */
export function kindOf(part: JsonObject): GeminiTextKind {
  return part.thought === true ? "reasoning" : "text";
}

/** Fields that are read of a text. */
const TEXT: ReadonlySet<string> = new Set(["text", "thought", "thoughtSignature", "thought_signature"]);
