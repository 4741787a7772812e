import type { Report } from "../report.ts";
import type { CallPart } from "./call.ts";
import type { Choice } from "./choice.ts";
import type { DeltaTemplate } from "./delta-template.ts";
import type { StreamEvent } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Message } from "./message.ts";
import type { Part, ResultPart } from "./part.ts";
import type { CallProfile, DialectProfile } from "./profile.ts";
import type { CanonicalRequest } from "./request.ts";
import type { CanonicalResponse } from "./response.ts";
import type { JsonSchema } from "./schema.ts";
import type { Eventually } from "./steps.ts";
import type { HostedFields, ToolDraft, ToolFields } from "./tool.ts";
import type { Usage } from "./usage.ts";

/**
 * What translating calls and results needs of a dialect. Its `messages.encode` gets the messages of results alone, and its
 * `response.decode` does not say why a response has failed.
 */
export interface CallDialect<Id extends string = string>
  extends Pick<ConversationCodecs, "messages" | "calls" | "results"> {
  readonly id: Id;
  readonly profile: CallProfile;
  readonly response: { decode(wire: Json, report: Report): Pick<CanonicalResponse, "candidates"> };
}

/** A wire format: its shapes as codecs, its facts as data. */
export interface Dialect<Id extends string = string> extends ConversationCodecs {
  readonly id: Id;
  readonly aliases: readonly string[];
  /** A one-line title for people. */
  readonly title: string;
  readonly profile: DialectProfile;
  readonly tools: ToolCodec;
  readonly adopt?: Adopt;
  /** Whether a tool that the vendor defines is run by the client. */
  readonly isClientTool?: (tool: HostedFields) => boolean;
  /** Decodes the bytes of a stream, where they are not UTF-8 text; a new one for every stream. */
  readonly streamSource?: () => StreamSource;
  /** An event of the vendor's SDK as JSON, where events hold bytes. */
  readonly eventAsJson?: (event: Json) => Json;
  /** The only effort at which a model takes tools in this dialect, where there is one. */
  readonly effortWithTools?: (model: string | undefined) => string | undefined;
}

/** What is adapted where client and provider have the same dialect. */
export interface NativeTraffic {
  /** A new one for every stream. */
  readonly normalizeFrame?: () => NormalizeFrame;
  /**
   * Whether a stream with this first frame comes from a compatible server that leaves out what the vendor's SDK needs: it is
   * then rewritten, also within the dialect.
   */
  readonly needsRewriting?: (frame: string) => boolean;
  readonly normalizeRequest?: NormalizeRequest;
  readonly forModel?: ForModel;
  /** The provider refuses a history in which two calls have one id. */
  readonly distinctCallIds?: boolean;
}

/** The codecs of everything but tools. */
export interface ConversationCodecs {
  /** The tool choice. */
  readonly choice: Codec<Json, Choice>;
  /** One piece of a message's content. */
  readonly parts: Codec<Json, Part>;
  /** One call, as in the dialect's messages. */
  readonly calls: Codec<Json, CallPart>;
  /** One result, as in the dialect's messages. */
  readonly results: Codec<Json, ResultPart>;
  readonly messages: MessagesCodec;
  readonly request: RequestCodec;
  readonly response: ResponseCodec;
  readonly stream: StreamCodec;
  readonly errors: ErrorsCodec;
}

/** Decodes and encodes one concept; `encode` returns nothing where the dialect cannot express it, and reports the loss. */
export interface Codec<Wire, Canonical> {
  decode(wire: Wire, report: Report): Canonical;
  encode(canonical: Canonical, report: Report): Wire | undefined;
}

/** The messages of a conversation; those of a long one are decoded and encoded in steps. */
export interface MessagesCodec {
  decode(wire: readonly Json[], report: Report): Eventually<Message[]>;
  encode(messages: readonly Message[], report: Report): Eventually<Json[]>;
}

/** Decodes and encodes a request, in steps where its conversation is long. */
export interface RequestCodec {
  decode(wire: Json, report: Report): Eventually<CanonicalRequest>;
  encode(request: CanonicalRequest, report: Report): Eventually<JsonObject | undefined>;
}

/** What encoding a response needs to know of its request. */
export interface ResponseContext {
  /** The model of the client's request. */
  readonly model?: string | undefined;
  /** Seconds since 1970, for responses without a creation time. */
  readonly created: number;
  /** An id for responses without one, without the dialect's prefix. */
  readonly id: string;
  /** The id of the response whatever the provider's id is, in dialects that let clients refer to it. */
  readonly name?: string | undefined;
  /** The client has asked for usage at the end of the stream. */
  readonly includeUsage: boolean;
  /** The settings of the client's request; its texts, ids and arguments may be those of another. */
  readonly request?: CanonicalRequest | undefined;
}

/** Decodes and encodes a whole response. */
export interface ResponseCodec {
  decode(wire: Json, report: Report): CanonicalResponse;
  encode(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject;
}

/** Decodes and encodes a streamed response. */
export interface StreamCodec {
  decode(emit: (event: StreamEvent) => void, report: Report): StreamReader;
  encode(report: Report, context: ResponseContext): StreamWriter;
}

/** Turns the bytes of one stream into the text of its frames. */
export interface StreamSource {
  push(chunk: Uint8Array | string): string;
  end(): string;
  /** Whether invalid UTF-8 was replaced by U+FFFD. */
  readonly replaced: boolean;
  /** Why the bytes after the text so far cannot be read. */
  readonly failure: Error | undefined;
  /** Whether the bytes are one JSON text in place of a stream. */
  readonly isJson?: boolean;
}

/** Reads the frames of one stream. */
export interface StreamReader {
  /** Reads the payload of one frame, and the name of its event if it has one. */
  read(data: string, event: string | undefined): void;
  /** The bytes have ended. A stream without its final event was cut short. */
  end(): void;
  /** A template for frames like the last one, if that was a text delta and nothing else. */
  deltaTemplate?(): DeltaTemplate | undefined;
  /** The finish reason has been read, and further frames may follow. */
  readonly isEnding?: boolean;
  /** The usage so far, where frames tell it before an event does. */
  readonly usage?: Usage | undefined;
}

/** Writes one stream. Parts arrive one after the other, numbered from 0 without gaps. */
export interface StreamWriter {
  write(event: StreamEvent): string;
  /** The last frames that the client got by passthrough: the writer continues after them. */
  follow?(frames: string): void;
}

/** Rewrites a frame of a compatible server so that the dialect's clients can read it. */
export type NormalizeFrame = (frame: string) => string;

/** Adds to a request of the same dialect what the provider requires; each addition is a change. */
export type NormalizeRequest = (body: JsonObject, model: string | undefined, report: Report) => JsonObject;

/** Adapts a request to what its model accepts; returns the same request where nothing has to change. */
export type ForModel = (request: CanonicalRequest, report: Report) => CanonicalRequest;

/** Decodes and encodes an error. */
export interface ErrorsCodec {
  decode(wire: Json, status: number): Failure;
  encode(failure: Failure): { readonly status: number; readonly value: JsonObject };
}

/** Decodes and encodes tools. */
export interface ToolCodec {
  decode(wire: readonly Json[], report: Report): ToolFields[];
  encode(drafts: readonly ToolDraft[], report: Report): Json[];
}

/** Reads the settings of a hosted tool made by a library user; `undefined` where its type is another vendor's. */
export type Adopt = (tool: HostedFields) => HostedFields | undefined;

/** A vendor-defined tool that the client runs, as a function; nothing where the vendor runs it. */
export type AsClientTool = (tool: HostedFields) => ClientTool | undefined;

/** The function that replaces a vendor-defined tool at other vendors. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** The settings of the tool that the function covers, or that only concern the client. */
  readonly settings?: readonly string[];
  /** Canonical field of the function → the setting of the tool that it comes from. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Calls of the tool, and their results, have a form of their own in the dialect. */
  readonly ownCalls?: true;
}

/** Something in tools that a provider would refuse or ignore. */
export interface Problem {
  /** JSON Pointer into the tools as the caller gave them. */
  readonly path: string;
  /** A stable code of the broken rule. */
  readonly rule: string;
  readonly message: string;
  readonly severity: "error" | "warning";
}

/** Checks tools in a provider's wire form against that provider's published rules. */
export type Accept = (tools: readonly Json[]) => Problem[];
