import { parseJson } from "../../json/parse.ts";
import { isArray, isObject, nonEmptyText } from "../../json/value.ts";
import { UNKNOWN_CONTENT, UNKNOWN_METADATA } from "../../loss-levels.ts";
import { parseFrame } from "../../mapping/frame.ts";
import { inputAsText, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { EMPTY_RESPONSE, NO_STATUS } from "../../mapping/nodes/failure.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import { formatTimestamp, parseTimestamp } from "../../mapping/values/timestamp.ts";
import type { DeltaTemplate } from "../../model/delta-template.ts";
import type { StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { NodeOrigin } from "../../model/node.ts";
import type { Report } from "../../report.ts";
import * as errors from "./errors.ts";
import { finishReasonOf } from "./finish-reasons.ts";
import * as parts from "./parts.ts";
import { decodeUsage } from "./usage.ts";

/** The kinds of text in a line. */
type TextKind = "text" | "reasoning";

/** Reads the lines of a stream. */
export class OllamaStreamReader implements StreamReader {
  private readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  private openText: { readonly kind: TextKind; readonly part: number } | undefined;
  private started = false;
  private hasMessage = false;
  private parts = 0;
  private readonly otherLineFields = new UnreadFields(LINE, UNKNOWN_METADATA);
  private readonly otherMessageFields = new UnreadFields(MESSAGE, UNKNOWN_CONTENT);
  private last: Json = null;

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
  }

  read(data: string): void {
    const line = parseFrame(data, this.report);
    this.last = line;
    if (!isObject(line)) return;
    if (line.error !== undefined && line.error !== null)
      this.emit({ type: "failure", failure: errors.decode(line, NO_STATUS) });
    else this.readLine(line, data);
  }

  // The last line has `done: true`; a stream without it was cut short.
  end(): void {}

  deltaTemplate(): DeltaTemplate | undefined {
    const { last, openText } = this;
    if (!isObject(last) || last.done === true || !isObject(last.message) || openText === undefined) return undefined;
    const { thinking = "", content = "", images, tool_calls: calls } = last.message;
    if ((thinking !== "" && content !== "") || isArray(images) || isArray(calls)) return undefined;
    const field = openText.kind === "text" ? "content" : "thinking";
    return { text: `/message/${field}`, ignored: TIME, apply: (text) => this.emitText(openText.kind, text) };
  }

  private readLine(line: JsonObject, data: string): void {
    if (!this.started) this.start(line);
    if (isObject(line.message)) this.readMessage(line.message, data);
    this.otherLineFields.report(line, this.report);
    if (line.done === true) this.finish(line);
  }

  private start({ model, created_at: created }: JsonObject): void {
    this.started = true;
    const seconds = typeof created === "string" ? parseTimestamp(created) : undefined;
    // Other dialects have whole seconds.
    if (seconds !== undefined && formatTimestamp(seconds) !== created)
      this.report.at("created_at").change("response-time");
    this.emit({
      type: "response-start",
      model: nonEmptyText(model),
      created: seconds,
    });
  }

  private readMessage(message: JsonObject, data: string): void {
    const { thinking, content, images, tool_calls: calls } = message;
    this.hasMessage = true;
    this.otherMessageFields.report(message, this.report.at("message"));
    if (typeof thinking === "string") this.emitText("reasoning", thinking);
    if (typeof content === "string") this.emitText("text", content);
    if (isArray(images)) for (const image of images) this.image(image);
    // The arguments are objects: `JSON.parse` would change large numbers in them.
    if (isArray(calls) && calls.length > 0) for (const call of exactCalls(data)) if (isObject(call)) this.call(call);
  }

  private emitText(kind: TextKind, text: string): void {
    if (text === "") return;
    if (this.openText?.kind !== kind) this.openText = { kind, part: this.open({ type: kind }) };
    this.emit({ type: "part-delta", index: this.openText.part, text });
  }

  private image(image: Json): void {
    this.openText = undefined;
    const part = parts.decode({ images: [image] }, this.report.at("message"));
    this.emit({ type: "part-end", index: this.open({ type: "whole", part }) });
  }

  // A call comes whole. Earlier versions of Ollama have no ids, and the same index for every call.
  private call({ id, function: body }: JsonObject): void {
    const { name, arguments: input } = isObject(body) ? body : ({} as JsonObject);
    this.openText = undefined;
    const index = this.open({
      type: "call",
      kind: "function",
      id: typeof id === "string" ? id : "",
      name: typeof name === "string" ? name : "",
    });
    this.emit({ type: "part-delta", index, text: inputAsText(inputFromObject(input ?? {})) });
    this.emit({ type: "part-end", index });
  }

  private finish(line: JsonObject): void {
    if (!this.hasMessage) {
      this.emit({ type: "failure", failure: EMPTY_RESPONSE });
      return;
    }
    const usage = decodeUsage(line, this.report);
    const finishReason = finishReasonOf(line.done_reason);
    this.emit({ type: "response-end", finishReason, usage, origin: this.origin });
  }

  private get origin(): NodeOrigin {
    return { dialect: "ollama", place: this.report.place, fields: FIELDS };
  }

  private open(part: PartStart): number {
    const index = this.parts++;
    this.emit({ type: "part-start", index, part });
    return index;
  }
}

const FIELDS: Readonly<Record<string, string>> = { finishReason: "/done_reason", created: "/created_at" };

/** What differs in the lines of a text besides the text. */
const TIME: readonly string[] = ["/created_at"];

/** Fields of a line and of its message that are read. */
const LINE: ReadonlySet<string> = new Set([
  "model",
  "created_at",
  "message",
  "done",
  "done_reason",
  "prompt_eval_count",
  "eval_count",
]);
const MESSAGE: ReadonlySet<string> = new Set(["role", "content", "thinking", "images", "tool_calls"]);

function exactCalls(data: string): readonly Json[] {
  const line = parseJson(data);
  const message = isObject(line) ? line.message : undefined;
  return isObject(message) && isArray(message.tool_calls) ? message.tool_calls : [];
}
