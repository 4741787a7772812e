import { isArray, isObject, nonEmptyText } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { parseFrame } from "../../mapping/frame.ts";
import { EMPTY_RESPONSE, NO_STATUS } from "../../mapping/nodes/failure.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import { parseTimestamp } from "../../mapping/values/timestamp.ts";
import type { DeltaTemplate } from "../../model/delta-template.ts";
import type { StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";
import { ECHO } from "./echoed-fields.ts";
import * as errors from "./errors.ts";
import { errorIn, finishReasonOf, hasOutput } from "./finish-reasons.ts";
import { type OpenStep, openStep, type StepSink } from "./open-step.ts";
import { tierIn } from "./settings.ts";
import { decodeUsage } from "./usage.ts";

/** Reads the events of an interaction. */
export class InteractionsStreamReader implements StreamReader, StepSink {
  readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  private readonly steps = new Map<number, OpenStep>();
  /** How many steps have begun. */
  private begun = 0;
  private parts = 0;
  private started = false;
  /** The last usage. */
  private counts: Json | undefined;
  /** The error of a step. */
  private error: Json | undefined;
  /** How the interaction ended. */
  private ending: StreamEvent | undefined;
  /** The last event, if it was a delta of a text and nothing else. */
  private last: { readonly step: OpenStep; readonly type: Json | undefined } | undefined;
  private readonly otherFields = new UnreadFields(READ, UNKNOWN_METADATA);

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
  }

  read(data: string, name: string | undefined): void {
    this.last = undefined;
    if (data.startsWith("[DONE]")) {
      this.end();
      return;
    }
    // `JSON.parse` would change large numbers in arguments that are an object.
    const event = parseFrame(data, this.report, OBJECTS.test(data));
    if (!isObject(event)) return;
    const type = typeof event.event_type === "string" ? event.event_type : (name ?? "");
    if (event.usage !== undefined) this.counts = event.usage;
    if (type === "step.delta") this.readDelta(event);
    else if (type === "step.start") this.startStep(event);
    else if (type === "step.stop") this.stopStep(this.indexOf(event));
    else if (type === "interaction.completed") this.finish(interactionIn(event));
    else if (type === "interaction.created") this.start(interactionIn(event));
    else if (type === "error" || isObject(event.error ?? null)) this.fail(event);
    // A proxy in front of a server that cannot stream may send the whole interaction.
    else if (event.object === "interaction") this.finish(event);
  }

  /** `[DONE]` follows the event that ends an interaction; a proxy may leave it out. */
  end(): void {
    if (this.ending !== undefined) this.emit(this.ending);
    this.ending = undefined;
  }

  get isEnding(): boolean {
    return this.ending !== undefined;
  }

  get usage(): Usage | undefined {
    const { counts = null } = this;
    return isObject(counts) ? decodeUsage(counts, this.report.at("usage")) : undefined;
  }

  deltaTemplate(): DeltaTemplate | undefined {
    if (this.last === undefined) return undefined;
    const { step, type } = this.last;
    const text = TEXTS.get(type ?? null);
    return text === undefined ? undefined : { text, ignored: IGNORED, apply: (each) => step.text(each) };
  }

  open(part: PartStart): number {
    const index = this.parts++;
    this.emit({ type: "part-start", index, part });
    return index;
  }

  private start({ id, model, created, service_tier: tier }: JsonObject): void {
    if (this.started) return;
    this.started = true;
    const seconds = typeof created === "string" ? parseTimestamp(created) : undefined;
    this.emit({
      type: "response-start",
      id: nonEmptyText(id),
      model: nonEmptyText(model),
      created: seconds,
      usedTier: tierIn(tier),
      origin: { dialect: DIALECT, place: this.report.place, fields: HEAD },
    });
  }

  // ── steps ─────────────────────────────────────────────────────────────────

  private startStep(event: JsonObject): void {
    const index = typeof event.index === "number" ? event.index : this.begun;
    if (isObject(event.step ?? null)) this.begin(index, event.step as JsonObject);
  }

  private begin(index: number, step: JsonObject): void {
    this.stopStep(index);
    this.error ??= errorIn(step);
    this.begun = Math.max(this.begun, index + 1);
    this.steps.set(index, openStep(step, this, this.report.at("steps").at(index)));
  }

  private readDelta(event: JsonObject): void {
    const { delta } = event;
    const step = this.steps.get(this.indexOf(event));
    if (step === undefined || !isObject(delta ?? null)) return;
    const fields = delta as JsonObject;
    if (step.delta(fields)) this.last = { step, type: fields.type };
  }

  private stopStep(index: number): void {
    this.steps.get(index)?.stop(true);
    this.steps.delete(index);
  }

  private indexOf({ index }: JsonObject): number {
    return typeof index === "number" ? index : this.begun - 1;
  }

  // ── the end ───────────────────────────────────────────────────────────────

  private finish(interaction: JsonObject): void {
    this.start(interaction);
    const { status, steps, service_tier: tier, usage: counts } = interaction;
    if (counts !== undefined) this.counts = counts;
    if (status === "failed") {
      this.fail(interaction);
      return;
    }
    this.settle(steps, status);
    const { usage } = this;
    if (this.begun === 0 && !isArray(steps) && hasOutput(status)) {
      this.emit({ type: "failure", failure: { ...EMPTY_RESPONSE, usage } });
      return;
    }
    this.envelope(interaction);
    this.ending = {
      type: "response-end",
      finishReason: finishReasonOf(status, this.begun > 0, this.error),
      usage,
      usedTier: tierIn(tier),
      origin: { dialect: DIALECT, place: this.report.place, fields: END },
    };
  }

  // Steps that have not ended, and those that were not streamed.
  private settle(steps: Json | undefined, status: Json | undefined): void {
    const complete = status === "completed" || status === "requires_action";
    for (const step of this.steps.values()) step.stop(complete);
    this.steps.clear();
    const listed = isArray(steps) && this.begun === 0 ? steps : [];
    for (const [index, step] of listed.entries()) {
      if (!isObject(step) || step.type === "user_input") continue;
      this.begin(index, step);
      this.stopStep(index);
    }
  }

  private envelope(interaction: JsonObject): void {
    for (const field in interaction) if (ECHO.has(field)) this.report.at(field).change("echoed-field");
    this.otherFields.report(interaction, this.report);
  }

  private fail(event: JsonObject): void {
    this.emit({ type: "failure", failure: { ...errors.decode(event, NO_STATUS), usage: this.usage } });
  }
}

const DIALECT = "gemini-interactions";

/** Frames that may hold arguments as an object. */
const OBJECTS = /"step"\s*:|"arguments"\s*:\s*\{|"result"\s*:/;

/** JSON Pointers to the text of deltas that have nothing else. */
const TEXTS: ReadonlyMap<Json, string> = new Map([
  ["text", "/delta/text"],
  ["thought_summary", "/delta/content/text"],
  ["arguments_delta", "/delta/arguments"],
]);

/** Fields that differ in every event and mean nothing. */
const IGNORED = ["/event_id", "/metadata/"];

const HEAD: Readonly<Record<string, string>> = { usedTier: "/service_tier" };
const END: Readonly<Record<string, string>> = {
  finishReason: "/status",
  message: "/status",
  usedTier: "/service_tier",
};

/** Fields of an interaction that are read, or echo the request. */
const READ: ReadonlySet<string> = new Set([
  ...["id", "object", "status", "model", "created", "updated", "steps", "usage", "service_tier", "error", "errors"],
  ...ECHO,
]);

function interactionIn({ interaction }: JsonObject): JsonObject {
  return isObject(interaction ?? null) ? (interaction as JsonObject) : {};
}
