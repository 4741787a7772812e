import { isObject } from "../../json/value.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { GeminiCallReader } from "./call-reader.ts";
import { readPart } from "./content.ts";
import type { GeminiPartSink } from "./part-sink.ts";
import * as partsCodec from "./parts.ts";
import { eitherSpelling } from "./spelling.ts";
import { type GeminiTextKind, GeminiTextReader } from "./text-reader.ts";

/** Reads the parts of a stream. */
export class GeminiPartReader implements GeminiPartSink {
  readonly emit: (event: StreamEvent) => void;
  readonly report: Report;
  private readonly calls: GeminiCallReader;
  readonly texts: GeminiTextReader;
  private count = 0;

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
    this.calls = new GeminiCallReader(this);
    this.texts = new GeminiTextReader(this);
  }

  read(part: JsonObject, candidate: JsonObject): void {
    const call = eitherSpelling(part, "functionCall");
    const result = eitherSpelling(part, "functionResponse");
    if (typeof part.text === "string") {
      this.calls.release();
      this.texts.read(part.text, part, candidate);
    } else if (isObject(call)) this.calls.read(call, part);
    else if (isObject(result)) this.readServerRun(result, part);
    else this.emitWhole(readPart(part, this.at));
  }

  addText(kind: GeminiTextKind, text: string): void {
    this.calls.release();
    this.texts.add(kind, text);
  }

  /** Emits the calls that wait. One whose arguments are still coming is complete if the response is. */
  end(isComplete: boolean): void {
    this.calls.end(isComplete);
  }

  open(part: PartStart): number {
    this.texts.close();
    const index = this.count++;
    this.emit({ type: "part-start", index, part });
    return index;
  }

  // Calls that Google has run itself, and their results, are kept for this API.
  private readServerRun(result: JsonObject, part: JsonObject): void {
    const call = this.calls.served(result);
    for (const own of call === undefined ? [part] : [call, part]) this.emitWhole(partsCodec.decode(own, this.at));
  }

  private emitWhole(part: Part): void {
    this.calls.release();
    this.open({ type: "whole", part });
  }

  private get at(): Report {
    return this.report.at("candidates").at(0).at("content").at("parts");
  }
}
