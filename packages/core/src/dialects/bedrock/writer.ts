import { escaped } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import { levelOf } from "../../loss-levels.ts";
import { fieldReport } from "../../mapping/node.ts";
import { reportRawReason } from "../../mapping/nodes/finish-reason.ts";
import { reportResponseHead, reportStreamExtras } from "../../mapping/nodes/response-losses.ts";
import { signatureText } from "../../mapping/nodes/signature.ts";
import type { Citation } from "../../model/content.ts";
import type { ResponseContext, StreamWriter } from "../../model/dialect.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { reportSpan, writeCitation } from "./citations.ts";
import { rawReason, UNSUPPORTED } from "./finish-reasons.ts";
import * as parts from "./parts.ts";
import { TIERS } from "./settings.ts";
import { SIGNATURE_VENDOR } from "./signatures.ts";
import { encodeUsage } from "./usage.ts";

/** Writes the events of a stream. */
export class BedrockStreamWriter implements StreamWriter {
  private readonly report: Report;
  /** The frame of a delta of the open block, before and after its text; only calls have a start before it. */
  private frame: readonly [before: string, after: string] | undefined;
  private signature: Signature | undefined;
  private block = -1;
  /** Whether the open block has an event. */
  private shown = false;
  private thinks = false;
  /** The length of the open text, and its citations. */
  private length = 0;
  private cited: Citation[] = [];
  private tier: string | undefined;

  constructor(report: Report, _context: ResponseContext) {
    this.report = report;
  }

  write(event: StreamEvent): string {
    switch (event.type) {
      case "response-start":
        this.head(event);
        return this.start(event);
      case "part-start":
        return this.open(event.part);
      case "part-delta":
        return this.delta(event.text);
      case "part-note":
        return this.note(event.note);
      case "part-end":
        return this.close();
      case "response-end":
        this.head(event);
        return this.end(event);
      case "failure":
        return lineOf(EXCEPTIONS[event.failure.kind], { message: event.failure.message });
      default:
        return "";
    }
  }

  private head(event: StreamEvent & { type: "response-start" | "response-end" }): void {
    const { usedTier, ...rest } = event;
    const isKnown = usedTier !== undefined && TIERS.has(usedTier);
    if (isKnown) this.tier = usedTier;
    reportStreamExtras(DIALECT, isKnown ? rest : event, this.report);
  }

  private start(event: StreamEvent & { type: "response-start" }): string {
    reportResponseHead(event, { time: false }, this.report);
    if (event.model !== undefined) fieldReport(event, "model", this.report).change("in-address");
    return lineOf("messageStart", { role: "assistant" });
  }

  private open(part: PartStart): string {
    this.block++;
    this.length = 0;
    this.shown = false;
    this.thinks = false;
    switch (part.type) {
      case "text":
      case "refusal":
        if (part.type === "refusal") this.report.change("refusal-text");
        this.frame = this.frameOf('"text":"', '"');
        return "";
      case "reasoning":
        return this.think(part.signature);
      case "call":
        return this.call(part);
      case "whole":
        return this.whole(part.part);
    }
  }

  private call({ id, name, namespace }: PartStart & { type: "call" }): string {
    if (namespace !== undefined) this.report.at("namespace").loseField(levelOf("namespace"));
    this.frame = this.frameOf('"toolUse":{"input":"', '"}');
    return this.event("contentBlockStart", { start: { toolUse: { toolUseId: id, name } } });
  }

  private think(signature: Signature | undefined): "" {
    this.signature = signature;
    this.thinks = true;
    this.frame = this.frameOf('"reasoningContent":{"text":"', '"}');
    return "";
  }

  private frameOf(field: string, after: string): readonly [string, string] {
    return [`{"contentBlockDelta":{"contentBlockIndex":${this.block},"delta":{${field}`, `${after}}}}\n`];
  }

  private delta(text: string): string {
    const { frame } = this;
    if (frame === undefined) return "";
    this.shown = true;
    this.length += text.length;
    return frame[0] + escaped(text) + frame[1];
  }

  // What comes whole is written as the deltas that it could have come in.
  private whole(part: Part): string {
    this.frame = undefined;
    if (part.type === "reasoning" && part.redacted !== true) {
      this.think(part.signature);
      return part.texts.map((text) => this.delta(text)).join("");
    }
    const block = parts.encode(part, this.report);
    const { reasoningContent, text } = block ?? {};
    if (isObject(reasoningContent)) return this.event("contentBlockDelta", { delta: { reasoningContent } });
    if (typeof text === "string") return this.event("contentBlockDelta", { delta: { text } });
    return block === undefined ? "" : this.medium(block);
  }

  private medium(block: JsonObject): string {
    const { image } = block;
    if (!isObject(image)) {
      const [feature = "block"] = Object.keys(block);
      this.report.at(feature).lose("part", { feature });
      return "";
    }
    const { format, source } = image;
    return (
      this.event("contentBlockStart", { start: { image: { format: format ?? null } } }) +
      this.event("contentBlockDelta", { delta: { image: { source: source ?? null } } })
    );
  }

  private note({ signature, citation, paragraph }: PartNote): string {
    if (signature !== undefined) this.keep(signature);
    if (paragraph === true) return this.delta("\n\n");
    if (citation === undefined) return "";
    this.cited.push(citation);
    const cited = writeCitation(citation, this.report);
    return cited === undefined ? "" : this.event("contentBlockDelta", { delta: { citation: cited } });
  }

  // Only reasoning has a field for a signature.
  private keep(signature: Signature): void {
    if (this.thinks) this.signature = signature;
    else this.report.at("signature").lose("foreign-signature", { feature: "signature" });
  }

  private close(): string {
    for (const citation of this.cited.splice(0)) reportSpan(citation, this.length, this.report);
    const { signature } = this;
    this.signature = undefined;
    this.frame = undefined;
    const signed =
      signature === undefined
        ? ""
        : this.event("contentBlockDelta", {
            delta: { reasoningContent: { signature: signatureText(signature, SIGNATURE_VENDOR) } },
          });
    // A block without an event has not begun.
    if (!this.shown) {
      this.block--;
      return "";
    }
    return signed + this.event("contentBlockStop", {});
  }

  private event(name: string, fields: JsonObject): string {
    this.shown = true;
    return lineOf(name, { contentBlockIndex: this.block, ...fields });
  }

  private end({ finishReason, usage, origin }: StreamEvent & { type: "response-end" }): string {
    const raw = rawReason(finishReason);
    if (raw !== finishReason.raw) reportRawReason({ parts: [], finishReason, origin }, UNSUPPORTED, this.report);
    const counts = encodeUsage(usage ?? {}, this.report);
    const { sequence } = finishReason;
    const met = sequence === undefined ? {} : { additionalModelResponseFields: { stop_sequence: sequence } };
    const tier = this.tier === undefined ? {} : { serviceTier: { type: this.tier } };
    return (
      lineOf("messageStop", { stopReason: raw, ...met }) +
      lineOf("metadata", { usage: counts, metrics: { latencyMs: 0 }, ...tier })
    );
  }
}

const DIALECT = "bedrock";

/** The exceptions that a stream may have: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStreamOutput.html */
const EXCEPTIONS: Readonly<Record<FailureKind, string>> = {
  "invalid-request": "validationException",
  authentication: "validationException",
  billing: "validationException",
  permission: "validationException",
  "not-found": "validationException",
  conflict: "validationException",
  "too-large": "validationException",
  "rate-limit": "throttlingException",
  server: "internalServerException",
  unavailable: "serviceUnavailableException",
  overloaded: "serviceUnavailableException",
  timeout: "modelStreamErrorException",
};

function lineOf(name: string, event: Json): string {
  return `{"${name}":${stringifyJson(event)}}\n`;
}
