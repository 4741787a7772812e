import { isArray, isFilledText, isObject, nonEmptyText } from "../../json/value.ts";
import { levelOf } from "../../loss-levels.ts";
import { parseFrame, truncatedStream } from "../../mapping/frame.ts";
import { NAMELESS_CALL, NO_STATUS } from "../../mapping/nodes/failure.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { DeltaTemplate } from "../../model/delta-template.ts";
import type { StreamReader } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { NodeOrigin } from "../../model/node.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";
import { DeltaReader } from "./delta-reader.ts";
import { decodeFailure, failureIn, failureOf } from "./errors.ts";
import type { ChatFacts } from "./facts.ts";
import { finishReasonOf, reportForeignRawReason } from "./finish-reasons.ts";
import { quirkFunctions, quirkList } from "./quirks/index.ts";
import { CANDIDATE_FIELDS, RESPONSE_FIELDS } from "./unknown-fields.ts";
import { decodeUsage } from "./usage.ts";

/** Reads the chunks of a stream of the family. */
export class ChatStreamReader implements StreamReader {
  private readonly facts: ChatFacts;
  private readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  private readonly deltas: DeltaReader;
  private readonly otherChunkFields = new UnreadFields(CHUNK, RESPONSE_FIELDS);
  private readonly otherChoiceFields = new UnreadFields(CHOICE, CANDIDATE_FIELDS);
  /** The last service tier that a chunk named, and whether the first one did. */
  private tier: Json | undefined;
  private hasEarlyTier = false;
  private reportedChoices = false;
  private started = false;
  private finishReason: string | undefined;
  private last: Json = null;
  usage: Usage | undefined;

  constructor(facts: ChatFacts, emit: (event: StreamEvent) => void, report: Report) {
    this.facts = facts;
    this.emit = emit;
    this.report = report;
    this.deltas = new DeltaReader(facts, emit, report);
  }

  read(data: string, event?: string): void {
    if (data.startsWith("[DONE]")) {
      if (this.finishReason === undefined) throw truncatedStream();
      this.end();
      return;
    }
    const chunk = parseFrame(data, this.report);
    this.last = chunk;
    const failure = failureInFrame(chunk, event);
    if (failure !== undefined) this.fail(failure, chunk);
    else if (isObject(chunk)) this.readChunk(chunk, data);
  }

  /** Without a finish reason the stream was cut short, even if `[DONE]` follows. */
  end(): void {
    if (this.finishReason === undefined) return;
    this.deltas.end();
    const failure = failureOf(this.finishReason) ?? (this.deltas.calls.lacksName ? NAMELESS_CALL : undefined);
    const finishReason = finishReasonOf(this.finishReason);
    reportForeignRawReason(finishReason, this.deltas.calls.hasCalls, this.report);
    const end = { type: "response-end", finishReason, ...this.lateTier() } as const;
    if (failure === undefined) this.emit(end);
    else this.fail(failure, null);
  }

  get isEnding(): boolean {
    return this.finishReason !== undefined;
  }

  deltaTemplate(): DeltaTemplate | undefined {
    const chunk = isObject(this.last) ? this.last : {};
    this.last = null;
    const [choice, ...others] = isArray(chunk.choices) ? chunk.choices : NONE;
    if (!isObject(choice) || !isObject(choice.delta) || others.length > 0 || usageIn(chunk, choice)) return undefined;
    return (choice.index ?? 0) === 0 ? this.deltas.template(choice.delta, IGNORED) : undefined;
  }

  private readChunk(chunk: JsonObject, data: string): void {
    let first: JsonObject | undefined;
    for (const choice of isArray(chunk.choices) ? chunk.choices : NONE) {
      if (!isObject(choice)) continue;
      first ??= choice;
      this.readChoice(choice, chunk, data);
    }
    this.otherChunkFields.report(chunk, this.report);
    this.tier = chunk.service_tier ?? this.tier;
    const usage = this.decodeUsage(chunk, first);
    if (usage === undefined) return;
    this.usage = usage;
    this.emit({ type: "usage", usage });
  }

  private decodeUsage(chunk: JsonObject, choice?: JsonObject): Usage | undefined {
    const usage = usageIn(chunk, choice);
    return usage && decodeUsage(this.facts, usage, this.report.at("usage"));
  }

  private fail(failure: Failure, chunk: Json): void {
    const usage = isObject(chunk) ? this.decodeUsage(chunk) : undefined;
    this.emit({ type: "failure", failure: { ...failure, usage: usage ?? this.usage } });
  }

  private readChoice(choice: JsonObject, chunk: JsonObject, data: string): void {
    if (typeof choice.index === "number" && choice.index > 0) {
      this.reportChoices();
      return;
    }
    if (!this.started) this.start(chunk);
    // A proxy in front of a server that cannot stream may send the whole message as one chunk.
    const delta = choice.delta ?? choice.message;
    if (isObject(delta)) this.deltas.read(delta, data);
    if (isFilledText(choice.finish_reason)) this.finishReason = choice.finish_reason;
    this.otherChoiceFields.report(choice, this.report);
  }

  private start({ id, model, created, service_tier: tier }: JsonObject): void {
    this.started = true;
    this.hasEarlyTier = isFilledText(tier);
    this.emit({
      type: "response-start",
      // Azure's model router begins with a chunk whose `id` and `model` are empty.
      id: nonEmptyText(id),
      model: nonEmptyText(model),
      created: typeof created === "number" && created > 0 ? created : undefined,
      usedTier: nonEmptyText(tier),
      origin: this.origin,
    });
  }

  private lateTier(): Pick<CanonicalResponse, "usedTier" | "origin"> {
    const { tier, hasEarlyTier, origin } = this;
    return isFilledText(tier) && !hasEarlyTier ? { usedTier: tier, origin } : { origin };
  }

  private get origin(): NodeOrigin {
    return { dialect: this.facts.dialect, place: this.report.place, fields: FIELDS };
  }

  // Streams have one candidate: further choices are lost.
  private reportChoices(): void {
    if (this.reportedChoices) return;
    this.reportedChoices = true;
    this.report.at("choices").loseField(levelOf("parts"), { feature: "choices" });
  }
}

const NONE: readonly Json[] = [];

/** The fields of a chunk that the canonical response has. */
const FIELDS: Readonly<Record<string, string>> = {
  usedTier: "/service_tier",
  finishReason: "/choices/0/finish_reason",
};

// Groq names the event of an error: https://console.groq.com/docs/errors
function failureInFrame(chunk: Json, event: string | undefined): Failure | undefined {
  if (event === "error") return decodeFailure(chunk, NO_STATUS);
  return isObject(chunk) ? failureIn(chunk) : undefined;
}

function usageIn(chunk: JsonObject, choice: JsonObject | undefined): JsonObject | undefined {
  if (isObject(chunk.usage)) return chunk.usage;
  for (const read of USAGE_READERS) {
    const usage = read(chunk, choice);
    if (usage !== undefined) return usage;
  }
  return undefined;
}

const USAGE_READERS = quirkFunctions("usageIn");

/** https://platform.openai.com/docs/api-reference/chat-streaming/streaming#chat_streaming-streaming-obfuscation */
const PADDING = ["obfuscation", ...quirkList("padding")];

/** What may differ from chunk to chunk and is read of the first one only, or of none. */
const IGNORED = ["/id", "/created", ...PADDING.map((field) => `/${field}`)];

/** What is read of a chunk and of a choice in it, and padding, which is no part of an answer. */
const CHUNK: ReadonlySet<string> = new Set([
  ...["object", "id", "created", "model", "choices", "usage", "service_tier"],
  ...PADDING,
]);
const CHOICE: ReadonlySet<string> = new Set(["index", "delta", "message", "finish_reason", "usage"]);
