import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_CONTENT } from "../../loss-levels.ts";
import { inputAsText, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { PartStart } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { GeminiPartSink } from "./part-sink.ts";
import { PartialArguments } from "./partial.ts";
import { isResultOf } from "./server-run.ts";
import { decodeSignature } from "./signatures.ts";
import { eitherSpelling } from "./spelling.ts";

/** A call that the client has not got yet. */
interface WaitingCall {
  /** The part that it began with. */
  readonly wire: JsonObject;
  start: PartStart & { readonly type: "call" };
  readonly args: PartialArguments;
  /** More of its arguments is to come. */
  isOpen: boolean;
}

/**
 * Reads the calls of a stream. Each waits for what comes after it: if that is its result, Google has run it itself, and clients
 * must not run it again.
 */
export class GeminiCallReader {
  private readonly sink: GeminiPartSink;
  private readonly otherPartFields = new UnreadFields(PART, UNKNOWN_CONTENT);
  private readonly otherCallFields = new UnreadFields(CALL, UNKNOWN_CONTENT);
  private waiting: WaitingCall[] = [];
  /** The call that began last. */
  private latest: WaitingCall | undefined;

  constructor(sink: GeminiPartSink) {
    this.sink = sink;
  }

  read(call: JsonObject, wire: JsonObject): void {
    const continued = this.continued(call);
    const current = continued ?? this.begin(call, wire);
    if (current === undefined) return;
    if (continued !== undefined) current.start = { ...current.start, ...signatureIn(wire) };
    const pieces = eitherSpelling(call, "partialArgs");
    if (call.args !== undefined) current.args.take(call.args);
    for (const piece of isArray(pieces) ? pieces : []) if (isObject(piece)) current.args.add(piece);
    current.isOpen = eitherSpelling(call, "willContinue") === true;
  }

  /** Takes out the waiting call that a result answers. */
  served(result: JsonObject): JsonObject | undefined {
    const index = this.waiting.findLastIndex(({ wire, isOpen }) => !isOpen && isResultOf(result, wire));
    return index === -1 ? undefined : this.waiting.splice(index, 1)[0]?.wire;
  }

  /** Emits the calls that wait: no result has come, so the client runs them. */
  release(): void {
    const { waiting } = this;
    this.waiting = waiting.filter(({ isOpen }) => isOpen);
    for (const { start, args, isOpen } of waiting) {
      if (isOpen) continue;
      const index = this.sink.open(start);
      this.sink.emit({ type: "part-delta", index, text: inputAsText(inputFromObject(args.value)) });
      this.sink.emit({ type: "part-end", index });
    }
  }

  /** Ends the calls whose arguments are still coming: they are complete if the response is. */
  end(isComplete: boolean): void {
    for (const call of this.waiting) {
      if (call.isOpen && !isComplete)
        this.sink.report.lose("truncated-call", { feature: call.start.name, action: "truncated" });
      call.isOpen &&= !isComplete;
    }
    this.release();
  }

  // A piece belongs to the call with its id, and without an id to the last one.
  private continued({ id, name }: JsonObject): WaitingCall | undefined {
    const open = this.waiting.filter(({ isOpen }) => isOpen);
    const same = id === undefined || id === "" ? undefined : open.find(({ start }) => start.id === id);
    if (same !== undefined || isNamed(name)) return same;
    return open.find((call) => call === this.latest && (id === undefined || call.start.id === ""));
  }

  private begin(call: JsonObject, wire: JsonObject): WaitingCall | undefined {
    const { id, name } = call;
    // The end of a call that has ended.
    if (!isNamed(name) && !hasArguments(call)) return undefined;
    // Nothing can continue a call without an id once another has begun.
    if (this.latest?.start.id === "") this.latest.isOpen = false;
    const start = {
      type: "call",
      kind: "function",
      id: String(id ?? ""),
      name: String(name ?? ""),
      ...signatureIn(wire),
    } as const;
    this.latest = { wire, start, args: new PartialArguments(), isOpen: true };
    this.waiting.push(this.latest);
    this.otherPartFields.report(wire, this.sink.report);
    this.otherCallFields.report(call, this.sink.report.at("functionCall"));
    return this.latest;
  }
}

function isNamed(name: Json | undefined): name is string {
  return typeof name === "string" && name !== "";
}

function hasArguments(call: JsonObject): boolean {
  return call.args !== undefined || eitherSpelling(call, "partialArgs") !== undefined;
}

function signatureIn(wire: JsonObject): ReturnType<typeof decodeSignature> {
  return decodeSignature(eitherSpelling(wire, "thoughtSignature"));
}

/** Fields that are read of a part with a call, and of the call. */
const PART: ReadonlySet<string> = new Set([
  "functionCall",
  "function_call",
  "thoughtSignature",
  "thought_signature",
  "thought",
]);
const CALL: ReadonlySet<string> = new Set([
  "id",
  "name",
  "args",
  "partialArgs",
  "partial_args",
  "willContinue",
  "will_continue",
]);
