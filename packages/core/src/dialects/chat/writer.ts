import { sealText } from "../../conversation/seal.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { Answering, StreamWriter } from "../../model/dialect.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { Json } from "../../model/json.ts";
import type { Usage } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { loseNode } from "../forms/node.ts";
import { extraFor } from "./calls.ts";
import { encodeCitations } from "./citations.ts";
import { errorObject } from "./errors.ts";
import type { ChatFacts } from "./facts.ts";
import { encodeUsage, stopWord } from "./response.ts";

/** Writes the chunks of a stream of the family. */
export class ChatWriter implements StreamWriter {
  private readonly facts: ChatFacts;
  private readonly report: Report;
  private readonly answering: Answering;
  private head = "";
  /** What a delta of the open part is written as, around its text. */
  private frame: readonly [before: string, after: string] | undefined;
  private calls = 0;

  constructor(facts: ChatFacts, report: Report, answering: Answering) {
    this.facts = facts;
    this.report = report;
    this.answering = answering;
  }

  write(event: StreamEvent): string {
    switch (event.type) {
      case "response-start":
        return this.start(event);
      case "part-start":
        return this.open(event.part);
      case "part-delta":
        return this.frame === undefined ? "" : this.frame[0] + JSON.stringify(event.text) + this.frame[1];
      case "part-note":
        return this.note(event.note);
      case "response-end":
        return this.end(stopWord(event.stop), event.usage);
      case "failure":
        return `data: ${stringifyJson({ error: errorObject(event.failure) })}\n\n`;
      default:
        return "";
    }
  }

  private start({ id, model, created }: StreamEvent & { type: "response-start" }): string {
    const { answering } = this;
    const head = {
      id: id ?? `chatcmpl-${answering.id}`,
      object: "chat.completion.chunk",
      created: created ?? answering.created,
      model: model ?? answering.model ?? "",
    };
    this.head = `data: ${JSON.stringify(head).slice(0, -1)},"choices":[`;
    return this.chunk('{"role":"assistant","content":""}');
  }

  private open(part: PartStart): string {
    switch (part.type) {
      case "text":
        this.frame = this.around('{"content":', "}");
        return "";
      case "refusal":
        this.frame = this.around('{"refusal":', "}");
        return "";
      case "reasoning":
        this.frame = this.around(`{"${this.facts.reasoning.slice(1)}":`, "}");
        return part.seal === undefined ? "" : this.note({ seal: part.seal });
      case "call":
        return this.call(part);
      case "whole":
        return this.whole(part);
    }
  }

  private call({ kind, id, name, seal }: PartStart & { type: "call" }): string {
    const index = this.calls++;
    const [body, field] = kind === "custom" ? ["custom", "input"] : ["function", "arguments"];
    this.frame = this.around(`{"tool_calls":[{"index":${index},"${body}":{"${field}":`, "}}]}");
    const extra = seal === undefined ? {} : { extra_content: extraFor(seal, this.facts.dialect) };
    const call = { index, id, type: body, [body]: { name, [field]: "" }, ...extra };
    return this.chunk(stringifyJson({ tool_calls: [call] }));
  }

  // A whole thought may hold words and a seal; nothing else comes whole that the family has a form for.
  private whole({ part }: PartStart & { type: "whole" }): string {
    if (part.type !== "reasoning") {
      loseNode(part, part.type === "opaque" ? part.feature : part.type, this.report);
      return "";
    }
    this.frame = this.around(`{"${this.facts.reasoning.slice(1)}":`, "}");
    const words = part.texts.map((text) => this.write({ type: "part-delta", index: 0, text })).join("");
    return words + (part.seal === undefined ? "" : this.note({ seal: part.seal }));
  }

  private note({ seal, citation, paragraph }: PartNote): string {
    if (paragraph === true && this.frame !== undefined) return this.frame[0] + JSON.stringify("\n\n") + this.frame[1];
    if (citation !== undefined) {
      const annotations = encodeCitations(this.facts, [{ type: "text", text: "", citations: [citation] }]);
      return this.chunk(stringifyJson({ annotations: annotations ?? [] }));
    }
    if (seal === undefined || seal.value === null) return "";
    if (this.facts.reasoningDetails === undefined) {
      this.report.at("signature").lose("foreign-seal", { feature: "signature" });
      return "";
    }
    const own = seal.vendor === this.facts.dialect && Array.isArray(seal.value) ? (seal.value as Json[]) : undefined;
    const sealed = {
      type: "reasoning.encrypted",
      data: sealText(seal, this.facts.dialect),
      format: "unknown",
      id: null,
      index: 0,
    };
    return this.chunk(stringifyJson({ reasoning_details: own ?? [sealed] }));
  }

  private end(word: string, usage: Usage | undefined): string {
    const finish = this.chunk("{}", JSON.stringify(word));
    const counted = usage !== undefined && this.answering.includeUsage;
    const counts = counted
      ? `${this.head}],"usage":${stringifyJson(encodeUsage(this.facts, usage, this.report))}}\n\n`
      : "";
    return `${finish}${counts}data: [DONE]\n\n`;
  }

  private chunk(delta: string, finish = "null"): string {
    return `${this.head}{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]}\n\n`;
  }

  private around(before: string, after: string): readonly [string, string] {
    return [`${this.head}{"index":0,"delta":${before}`, `${after},"logprobs":null,"finish_reason":null}]}\n\n`];
  }
}
