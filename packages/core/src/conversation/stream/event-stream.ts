// `bridge.events()`, for programs that use an SDK and have objects in place of bytes.

import { JsonError } from "../../json/error.ts";
import { parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import type { ReasoningRecord } from "../../model/reasoning.ts";
import type { Usage } from "../../model/usage.ts";
import type { FrameReader } from "../../stream/framing.ts";
import { END_MARK } from "../../stream/framing.ts";
import { ndjsonReader } from "../../stream/ndjson.ts";
import { sseReader } from "../../stream/sse.ts";
import type { BridgeEvents, BridgeStream, PausedTurn } from "../bridge-types.ts";

type Framing = ConversationProfile["framing"];

/** The framings of both ends. */
export interface EventFramings {
  readonly client: Framing;
  readonly provider: Framing;
}

/** A stream for callers that have objects and not bytes: it frames what goes in, and reads the frames that come out. */
export class EventStream implements BridgeEvents {
  private readonly stream: BridgeStream;
  private readonly providerFraming: Framing;
  private readonly asJson: ((event: Json) => Json) | undefined;
  private readonly frames: FrameReader;
  private read: JsonObject[] = [];

  constructor(stream: BridgeStream, { client, provider }: EventFramings, asJson?: (event: Json) => Json) {
    this.stream = stream;
    this.providerFraming = provider;
    this.asJson = asJson;
    const reader = client === "sse" ? sseReader : ndjsonReader;
    this.frames = reader((data) => {
      if (!data.startsWith(END_MARK)) this.read.push(parseJson(data) as JsonObject);
    });
  }

  push(event: Json | object): JsonObject[] {
    const text = jsonText(this.asJson?.(event as Json) ?? event);
    return this.take(this.stream.push(this.providerFraming === "sse" ? `data: ${text}\n\n` : `${text}\n`));
  }

  end(): JsonObject[] {
    return this.take(this.stream.end());
  }

  fail(message: string, failure?: Partial<Failure>): JsonObject[] {
    return this.take(this.stream.fail(message, failure));
  }

  get losses(): Loss[] {
    return this.stream.losses;
  }

  get changes(): Change[] {
    return this.stream.changes;
  }

  get failure(): Failure | undefined {
    return this.stream.failure;
  }

  get usage(): Usage | undefined {
    return this.stream.usage;
  }

  get ended(): boolean {
    return this.stream.ended;
  }

  get reasoning(): readonly ReasoningRecord[] {
    return this.stream.reasoning;
  }

  get paused(): PausedTurn | undefined {
    return this.stream.paused;
  }

  resume(): void {
    this.stream.resume();
  }

  private take(text: string): JsonObject[] {
    if (text !== "") this.frames.read(text);
    const { read } = this;
    this.read = [];
    return read;
  }
}

// The chunks of an SDK may be instances of its classes, which only `JSON.stringify` takes for objects.
function jsonText(event: Json | object): string {
  try {
    return stringifyJson(event);
  } catch (error) {
    if (error instanceof JsonError && error.code !== "too_deep") return JSON.stringify(event);
    throw error;
  }
}
