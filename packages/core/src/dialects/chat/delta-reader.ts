import { isArray, isFilledText, isObject } from "../../json/value.ts";
import { unknownFieldLevel } from "../../loss-levels.ts";
import { loseNode } from "../../mapping/node.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { Citation } from "../../model/content.ts";
import type { DeltaTemplate } from "../../model/delta-template.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { ChatCallReader, type DeltaTarget } from "./call-reader.ts";
import { decodeCitations } from "./citations.ts";
import type { ChatFacts } from "./facts.ts";
import { quirkList } from "./quirks/index.ts";
import { thinkingTextOf } from "./quirks/mistral.ts";
import { detailTexts, mergeDetails, type TextDetail, textAppender, textDetailIn } from "./reasoning-details.ts";
import { DELTA_FIELDS } from "./unknown-fields.ts";

type TextKind = "text" | "refusal" | "reasoning";

/** Reads the deltas of a stream into the parts of one message. */
export class DeltaReader {
  readonly calls: ChatCallReader;
  private readonly facts: ChatFacts;
  private readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  private readonly reasoningFields: readonly string[];
  private readonly detailsField: string | undefined;
  private readonly details: Json[] = [];
  private reported: Set<string> | undefined;
  private readonly otherFields: UnreadFields;
  /** Citations that have come before the text. */
  private earlyCitations: Citation[] = [];
  private openText: { readonly kind: TextKind; readonly part: number } | undefined;
  private parts = 0;

  constructor(facts: ChatFacts, emit: (event: StreamEvent) => void, report: Report) {
    this.facts = facts;
    this.emit = emit;
    this.report = report;
    this.reasoningFields = facts.reasoning.map((pointer) => pointer.slice(1));
    this.detailsField = facts.reasoningDetails?.slice(1);
    this.otherFields = new UnreadFields(fieldsReadBy(facts), DELTA_FIELDS);
    this.calls = new ChatCallReader(facts.dialect, {
      open: (part) => this.openCall(part),
      note: (index, note) => this.emit({ type: "part-note", index, note }),
      delta: (index, text) => this.emit({ type: "part-delta", index, text }),
    });
  }

  /** Reads one delta; `data` is the chunk that it is in. */
  read(delta: JsonObject, data: string): void {
    const { content } = delta;
    this.readReasoning(delta);
    if (typeof content === "string") this.emitText("text", content);
    else if (isArray(content)) for (const part of content) this.readPart(part);
    if (typeof delta.refusal === "string") this.emitText("refusal", delta.refusal);
    if (isArray(delta.annotations)) this.readCitations(delta.annotations);
    this.calls.read(delta, data);
    this.otherFields.report(delta, this.report);
  }

  end(): void {
    this.closeReasoning();
    for (const citation of this.earlyCitations.splice(0)) loseNode(citation, "citation", this.report);
  }

  /** What deltas like this one do, where it has nothing but one text. */
  template(delta: JsonObject, ignored: readonly string[]): DeltaTemplate | undefined {
    const detail = this.detailsField === undefined ? undefined : textDetailIn(delta[this.detailsField]);
    const filled = Object.entries(delta).filter(
      ([key, value]) => !METADATA.has(key) && value !== null && value !== "" && !(detail && key === this.detailsField),
    );
    const [[field, value] = ["", null]] = filled;
    const target = filled.length === 1 ? this.target(field, value) : undefined;
    if (target === undefined) return undefined;
    const text = `/choices/0/delta/${target.pointer}`;
    return detail === undefined
      ? { text, ignored, apply: target.apply }
      : { text, ignored, ...this.withMirror(target, detail) };
  }

  private target(field: string, value: Json): DeltaTarget | undefined {
    if (field === "tool_calls" && isArray(value)) return this.calls.deltaTarget(value);
    if (typeof value !== "string") return undefined;
    if (field === "content") return { pointer: field, apply: (text) => this.emitText("text", text) };
    if (!this.reasoningFields.includes(field)) return undefined;
    return { pointer: field, apply: (text) => this.emitText("reasoning", text) };
  }

  // OpenRouter repeats the text of the reasoning in `reasoning_details`: both are read once.
  private withMirror(target: DeltaTarget, detail: TextDetail): Pick<DeltaTemplate, "apply" | "mirror"> {
    const append = textAppender(this.details, detail);
    const apply = (text: string): void => {
      target.apply(text);
      append(text);
    };
    return { apply, mirror: `/choices/0/delta/${this.detailsField}/0/${detail.field}` };
  }

  private readReasoning(delta: JsonObject): void {
    const details = this.detailsField === undefined ? undefined : delta[this.detailsField];
    const [field, ...others] = this.reasoningFields.filter((each) => isFilledText(delta[each]));
    const text = field === undefined ? joinedTexts(details) : String(delta[field]);
    this.emitText("reasoning", text);
    // vLLM renamed `reasoning_content` to `reasoning`: a server that writes both writes the same text.
    for (const other of others) if (delta[other] !== text) this.reportOnce(other);
    if (isArray(details)) this.details.push(...details);
  }

  // Mistral sends the content of reasoning models as a list: see `quirks/mistral.ts`
  private readPart(part: Json): void {
    if (!isObject(part)) return;
    const thinking = thinkingTextOf(part);
    if (typeof part.text === "string") this.emitText("text", part.text);
    else if (thinking !== undefined) this.emitText("reasoning", thinking);
    else this.reportOnce(String(part.type));
  }

  private emitText(kind: TextKind, text: string): void {
    if (text === "") return;
    const open = this.openText?.kind === kind ? this.openText : this.openTextPart(kind);
    this.emit({ type: "part-delta", index: open.part, text });
  }

  private openTextPart(kind: TextKind): { readonly kind: TextKind; readonly part: number } {
    this.closeReasoning();
    this.openText = { kind, part: this.open({ type: kind }) };
    if (kind === "text") this.emitCitations(this.openText.part);
    return this.openText;
  }

  private openCall(part: PartStart): number {
    this.closeReasoning();
    this.openText = undefined;
    return this.open(part);
  }

  private readCitations(annotations: readonly Json[]): void {
    this.earlyCitations.push(...decodeCitations(this.facts, annotations, this.report.at("annotations")));
    if (this.openText?.kind === "text") this.emitCitations(this.openText.part);
  }

  // OpenRouter's web search sends the annotations before the text that cites them.
  private emitCitations(index: number): void {
    for (const citation of this.earlyCitations.splice(0)) this.emit({ type: "part-note", index, note: { citation } });
  }

  // The signature is complete only when the reasoning is.
  private closeReasoning(): void {
    if (this.details.length === 0) return;
    const value = mergeDetails(this.details.splice(0));
    const part = this.openText?.kind === "reasoning" ? this.openText.part : this.open({ type: "reasoning" });
    this.emit({ type: "part-note", index: part, note: { signature: { vendor: this.facts.dialect, value } } });
    this.emit({ type: "part-end", index: part });
    this.openText = undefined;
  }

  private open(part: PartStart): number {
    const index = this.parts++;
    this.emit({ type: "part-start", index, part });
    return index;
  }

  private reportOnce(feature: string): void {
    this.reported ??= new Set();
    if (this.reported.has(feature)) return;
    this.reported.add(feature);
    this.report.at(feature).loseField(unknownFieldLevel(DELTA_FIELDS, `/${feature}`), { feature });
  }
}

/** What is read of a delta, beside the fields of its reasoning. */
const DELTA = ["role", "content", "refusal", "annotations", "tool_calls", "function_call"];

function fieldsReadBy(facts: ChatFacts): ReadonlySet<string> {
  const { reasoning, reasoningDetails } = facts;
  const known = READ.get(facts);
  const read =
    known ?? new Set([...DELTA, ...[...reasoning, reasoningDetails ?? ""].map((pointer) => pointer.slice(1))]);
  READ.set(facts, read);
  return read;
}

/** For each dialect of the family. */
const READ = new WeakMap<ChatFacts, ReadonlySet<string>>();

/** What a delta says about its text, and the canonical model does not have. */
const METADATA: ReadonlySet<string> = new Set(["role", ...quirkList("deltaMetadata")]);

function joinedTexts(details: Json | undefined): string {
  return isArray(details) ? detailTexts(details).join("") : "";
}
