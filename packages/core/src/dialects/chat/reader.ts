import { parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import type { StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { parseFrame } from "../forms/frame.ts";
import { sealIn } from "./calls.ts";
import { decodeCitations } from "./citations.ts";
import { decodeFailure } from "./errors.ts";
import type { ChatFacts } from "./facts.ts";
import { decodeUsage, stopOf } from "./response.ts";
import { type CallDelta, CallTracker, callDelta } from "./tracker.ts";

/** The kinds of words that a delta may hold. */
type Words = "text" | "refusal" | "reasoning";

/** Reads the chunks of a stream of the family. */
export class ChatReader implements StreamReader {
  private readonly facts: ChatFacts;
  private readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  private readonly tracker = new CallTracker();
  private readonly details: Json[] = [];
  private words: { readonly kind: Words; readonly part: number } | undefined;
  private started = false;
  private finish: string | undefined;
  private parts = 0;
  private told = new Set<string>();

  constructor(facts: ChatFacts, emit: (event: StreamEvent) => void, report: Report) {
    this.facts = facts;
    this.emit = emit;
    this.report = report;
  }

  read(data: string): void {
    if (data.startsWith("[DONE]")) {
      this.end();
      return;
    }
    const chunk = parseFrame(data);
    if (!isObject(chunk)) return;
    // Some servers send an error and a finish in one chunk: it is the error that counts.
    if (chunk.error !== undefined && chunk.error !== null) this.fail(chunk);
    else this.readChunk(chunk, data);
  }

  end(): void {
    if (this.finish === undefined) return;
    this.sealThoughts();
    this.emit({ type: "response-end", stop: stopOf(this.finish) });
  }

  private fail(chunk: JsonObject): void {
    this.emit({ type: "failure", failure: decodeFailure(chunk, 502) });
  }

  private readChunk(chunk: JsonObject, data: string): void {
    const { choices, usage } = chunk;
    if (isArray(choices)) for (const choice of choices) if (isObject(choice)) this.readChoice(choice, chunk, data);
    if (isObject(usage)) this.emit({ type: "usage", usage: decodeUsage(this.facts, usage, this.report.at("usage")) });
  }

  private readChoice(choice: JsonObject, chunk: JsonObject, data: string): void {
    if (typeof choice.index === "number" && choice.index > 0) {
      this.tell("choices", choice.index);
      return;
    }
    if (!this.started) this.start(chunk);
    // A server that does not stream after all sends the whole message.
    const delta = choice.delta ?? choice.message;
    if (isObject(delta)) this.readDelta(delta, data);
    if (typeof choice.finish_reason === "string") this.finish = choice.finish_reason;
    if (choice.logprobs !== null && choice.logprobs !== undefined) this.tell("logprobs", 0);
  }

  private start({ id, model, created }: JsonObject): void {
    this.started = true;
    this.emit({
      type: "response-start",
      ...(typeof id === "string" && id !== "" ? { id } : {}),
      ...(typeof model === "string" && model !== "" ? { model } : {}),
      ...(typeof created === "number" && created > 0 ? { created } : {}),
    });
  }

  private readDelta(delta: JsonObject, data: string): void {
    const { content, tool_calls: calls } = delta;
    const thought = delta[this.facts.reasoning.slice(1)] ?? delta.reasoning;
    if (typeof thought === "string") this.say("reasoning", thought);
    if (typeof content === "string") this.say("text", content);
    else if (isArray(content)) for (const part of content) this.readPart(part);
    if (typeof delta.refusal === "string") this.say("refusal", delta.refusal);
    if (isArray(delta.annotations)) this.cite(delta.annotations);
    if (isArray(delta.reasoning_details)) this.details.push(...delta.reasoning_details);
    if (isArray(calls))
      for (const [index, call] of calls.entries()) if (isObject(call)) this.readCall(call, index, data);
    if (isObject(delta.function_call)) this.readCall({ index: 0, function: delta.function_call }, -1, data);
  }

  // One vendor of the family sends lists of parts, thoughts among them.
  private readPart(part: Json): void {
    if (!isObject(part)) return;
    if (typeof part.text === "string") this.say("text", part.text);
    const thoughts = isArray(part.thinking) ? part.thinking : [];
    for (const thought of thoughts)
      if (isObject(thought) && typeof thought.text === "string") this.say("reasoning", thought.text);
  }

  private say(kind: Words, text: string): void {
    if (text === "") return;
    if (this.words?.kind !== kind) {
      this.sealThoughts();
      this.words = { kind, part: this.open({ type: kind }) };
    }
    this.emit({ type: "part-delta", index: (this.words as { part: number }).part, text });
  }

  private readCall(entry: JsonObject, position: number, data: string): void {
    const delta = callDelta(entry, () => this.exactArguments(data, position));
    const known = this.tracker.find(delta);
    const call = known ?? this.openCall(entry, delta);
    if (known !== undefined) this.rename(known, delta);
    if (delta.text === "") return;
    call.argued = true;
    this.emit({ type: "part-delta", index: call.part, text: delta.text });
  }

  private openCall(entry: JsonObject, delta: CallDelta) {
    this.sealThoughts();
    this.words = undefined;
    const { id, name } = delta;
    const kind = entry.type === "custom" || isObject(entry.custom) ? "custom" : "function";
    const seal = isObject(entry.extra_content) ? { seal: sealIn(entry.extra_content, this.facts.dialect) } : {};
    return this.tracker.open(delta, this.open({ type: "call", kind, id, name, ...seal }));
  }

  // A name comes whole, again and again, or in pieces before the arguments.
  private rename(call: { part: number; id: string; name: string; argued: boolean }, { id, name }: CallDelta): void {
    const pieces = name !== "" && name !== call.name && !call.argued;
    if (!pieces && (id === "" || call.id !== "")) return;
    if (pieces) call.name += name;
    if (call.id === "") call.id = id;
    this.emit({ type: "part-note", index: call.part, note: { name: call.name, id: call.id } });
  }

  // Arguments that are an object may hold numbers that the native parser would change.
  private exactArguments(data: string, position: number): string {
    const chunk = parseJson(data);
    const [choice] = isObject(chunk) && isArray(chunk.choices) ? chunk.choices : [];
    const delta = isObject(choice) ? (choice.delta ?? choice.message) : undefined;
    const calls = isObject(delta) && isArray(delta.tool_calls) ? delta.tool_calls : [];
    const entry = position < 0 && isObject(delta) ? { function: delta.function_call ?? null } : calls[position];
    const body = isObject(entry) && isObject(entry.function) ? entry.function : {};
    return stringifyJson(body.arguments ?? {});
  }

  private cite(annotations: readonly Json[]): void {
    const { words } = this;
    if (words?.kind !== "text") return;
    for (const citation of decodeCitations(this.facts, annotations, this.report.at("annotations")))
      this.emit({ type: "part-note", index: words.part, note: { citation } });
  }

  // What the vendor wants back with its thoughts is known when they are over.
  private sealThoughts(): void {
    if (this.details.length === 0) return;
    const value = mergeDetails(this.details.splice(0));
    const part = this.words?.kind === "reasoning" ? this.words.part : this.open({ type: "reasoning" });
    this.emit({ type: "part-note", index: part, note: { seal: { vendor: this.facts.dialect, value } } });
    this.emit({ type: "part-end", index: part });
    this.words = undefined;
  }

  private open(part: PartStart): number {
    const index = this.parts++;
    this.emit({ type: "part-start", index, part });
    return index;
  }

  private tell(feature: string, at: number): void {
    const key = `${feature}${at}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    this.report.at(feature).at(at).lose("field", { feature });
  }
}

// Fragments of one thought share an index and a type.
function mergeDetails(fragments: readonly Json[]): Json[] {
  const merged: JsonObject[] = [];
  for (const fragment of fragments) {
    if (!isObject(fragment)) continue;
    const at = merged.findIndex((one) => one.index === fragment.index && one.type === fragment.type);
    const known = merged[at];
    if (known === undefined || fragment.index === undefined) merged.push(fragment);
    else merged[at] = { ...known, ...withoutNulls(fragment), ...joined(known, fragment) };
  }
  return merged;
}

function joined(one: JsonObject, other: JsonObject): JsonObject {
  const fields = ["text", "summary", "data"].filter(
    (field) => typeof one[field] === "string" && typeof other[field] === "string",
  );
  return Object.fromEntries(fields.map((field) => [field, `${one[field]}${other[field]}`]));
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
