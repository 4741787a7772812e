import { inputObject } from "../../content/input.ts";
import { timeOf } from "../../content/time.ts";
import { quote } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { Answering, StreamWriter } from "../../model/dialect.ts";
import type { PartNote, PartStart, StreamEvent } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Seal } from "../../model/part.ts";
import type { Stop, Usage } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { tellEnd } from "../forms/endings.ts";
import { loseNode } from "../forms/node.ts";
import * as errors from "./errors.ts";
import { stopWord, UNSAID } from "./stops.ts";
import { encodeUsage } from "./usage.ts";

/** Writes the lines of a stream. */
export class LineWriter implements StreamWriter {
  private readonly report: Report;
  private readonly answering: Answering;
  /** What every line begins with, up to the content of its message. */
  private head = "";
  /** What a delta of the open part is written after. */
  private frame: string | undefined;
  /** The open call, which goes out when it is complete. */
  private call: (PartStart & { type: "call" }) | undefined;
  private input = "";
  private calls = 0;

  constructor(report: Report, answering: Answering) {
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
        return this.delta(event.text);
      case "part-note":
        return this.note(event.note);
      case "part-end":
        return this.close(event.cut === true);
      case "response-end":
        return this.end(event.stop, event.usage);
      case "failure":
        return `${stringifyJson(errors.encode(event.failure).value)}\n`;
      default:
        return "";
    }
  }

  private start({ model, created }: StreamEvent & { type: "response-start" }): string {
    const { answering } = this;
    const head = { model: model ?? answering.model ?? "", created_at: timeOf(created ?? answering.created) };
    this.head = `${JSON.stringify(head).slice(0, -1)},"message":{"role":"assistant","content":`;
    return "";
  }

  private open(part: PartStart): string {
    switch (part.type) {
      case "text":
      case "refusal":
        this.frame = this.head;
        return "";
      case "reasoning":
        this.frame = `${this.head}"","thinking":`;
        return this.unseal(part.seal);
      case "call":
        this.call = part;
        return this.unseal(part.seal);
      case "whole":
        return this.whole(part);
    }
  }

  private delta(text: string): string {
    if (this.call !== undefined) this.input += text;
    return this.frame === undefined ? "" : `${this.frame}${quote(text)}},"done":false}\n`;
  }

  // A whole thought may hold words; nothing else comes whole that there is a field for.
  private whole({ part }: PartStart & { type: "whole" }): string {
    if (part.type !== "reasoning") {
      loseNode(part, part.type === "opaque" ? part.feature : part.type, this.report);
      return "";
    }
    this.unseal(part.seal);
    this.frame = `${this.head}"","thinking":`;
    return part.texts.map((text) => this.delta(text)).join("");
  }

  private note({ seal, citation, paragraph }: PartNote): string {
    if (citation !== undefined) this.report.at("citations").lose("field", { feature: "citations" });
    this.unseal(seal);
    return paragraph === true ? this.delta("\n\n") : "";
  }

  // A seal that only says whose thought it is holds nothing that could be lost.
  private unseal(seal: Seal | undefined): "" {
    if (seal !== undefined && seal.value !== null)
      this.report.at("signature").lose("foreign-seal", { feature: "signature" });
    return "";
  }

  private close(cut: boolean): string {
    const { call, input } = this;
    this.frame = undefined;
    this.call = undefined;
    this.input = "";
    if (call === undefined) return "";
    // To a client that only knows whole arguments, half a call must not look like one.
    if (cut) this.report.at("tool_calls").lose("truncated-call", { feature: call.name, action: "truncated" });
    return cut ? "" : this.callLine(call, input);
  }

  private callLine({ id, name, kind }: PartStart & { type: "call" }, text: string): string {
    const input = inputObject({ type: kind === "custom" ? "text" : "json", text });
    const call = { id, function: { index: this.calls++, name, arguments: input } };
    return `${this.head}"","tool_calls":[${stringifyJson(call)}]},"done":false}\n`;
  }

  private end(stop: Stop, usage: Usage | undefined): string {
    const counts = usage === undefined ? {} : encodeUsage(usage, this.report);
    tellEnd({ parts: [], stop }, UNSAID, this.report);
    const last: JsonObject = { done: true, done_reason: stopWord(stop), ...counts };
    return `${this.head}""},${stringifyJson(last).slice(1)}\n`;
  }
}
