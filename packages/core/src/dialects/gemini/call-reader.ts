import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_CONTENT } from "../../loss-levels.ts";
import { inputAsText, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { PartStart } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { GeminiPartSink } from "./part-sink.ts";
import { PartialArguments } from "./partial.ts";
import { isResultOf } from "./server-run.ts";
import { decodeSignature } from "./signatures.ts";
import { eitherSpelling } from "./spelling.ts";

interface WaitingCall {
  /** The part that it was in. */
  readonly wire: JsonObject;
  readonly start: PartStart;
  readonly args: PartialArguments;
}

/**
 * Reads the calls of a stream. Each waits for what comes after it: if that is its result, Google has run it itself, and clients
 * must not run it again.
 */
export class GeminiCallReader {
  private readonly sink: GeminiPartSink;
  private readonly otherPartFields = new UnreadFields(PART, UNKNOWN_CONTENT);
  private readonly otherCallFields = new UnreadFields(CALL, UNKNOWN_CONTENT);
  /** The call whose arguments are still coming. */
  private call: WaitingCall | undefined;
  private waiting: WaitingCall[] = [];

  constructor(sink: GeminiPartSink) {
    this.sink = sink;
  }

  read(call: JsonObject, wire: JsonObject): void {
    const { name, args, partialArgs, willContinue } = call;
    if (typeof name === "string" && name !== "") this.begin(call, wire);
    if (this.call === undefined) return;
    if (args !== undefined) this.call.args.take(args);
    for (const piece of isArray(partialArgs) ? partialArgs : []) if (isObject(piece)) this.call.args.add(piece);
    if (willContinue !== true) this.end();
  }

  /** Takes out the waiting call that a result answers. */
  served(result: JsonObject): JsonObject | undefined {
    const index = this.waiting.findLastIndex(({ wire }) => isResultOf(result, wire));
    return index === -1 ? undefined : this.waiting.splice(index, 1)[0]?.wire;
  }

  /** Ends the call whose arguments are still coming. */
  end(): void {
    if (this.call !== undefined) this.waiting.push(this.call);
    this.call = undefined;
  }

  /** Emits the waiting calls: no result has come, so the client runs them. */
  release(): void {
    for (const { start, args } of this.waiting.splice(0)) {
      const index = this.sink.open(start);
      this.sink.emit({ type: "part-delta", index, text: inputAsText(inputFromObject(args.value)) });
      this.sink.emit({ type: "part-end", index });
    }
  }

  private begin(call: JsonObject, wire: JsonObject): void {
    this.end();
    const { id, name } = call;
    const signature = decodeSignature(eitherSpelling(wire, "thoughtSignature"));
    const start = { type: "call", kind: "function", id: String(id ?? ""), name: String(name), ...signature } as const;
    this.call = { wire, start, args: new PartialArguments() };
    this.otherPartFields.report(wire, this.sink.report);
    this.otherCallFields.report(call, this.sink.report.at("functionCall"));
  }
}

/** Fields that are read of a part with a call, and of the call. */
const PART: ReadonlySet<string> = new Set([
  "functionCall",
  "function_call",
  "thoughtSignature",
  "thought_signature",
  "thought",
]);
const CALL: ReadonlySet<string> = new Set(["id", "name", "args", "partialArgs", "willContinue"]);
