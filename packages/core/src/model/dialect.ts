import type { Report } from "../report.ts";
import type { CallPart } from "./call.ts";
import type { Choice } from "./choice.ts";
import type { DialectSigns } from "./detect.ts";
import type { StreamEvent } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Message } from "./message.ts";
import type { Part } from "./part.ts";
import type { DialectProfile } from "./profile.ts";
import type { CanonicalRequest } from "./request.ts";
import type { CanonicalResponse } from "./response.ts";
import type { ResultPart } from "./result.ts";
import type { JsonSchema } from "./schema.ts";
import type { HostedFields, ToolFields } from "./tool.ts";

/** A wire format: its shapes as codecs, its facts as data. */
export interface Dialect extends ConversationCodecs {
  readonly id: string;
  readonly aliases: readonly string[];
  /** One line for people. */
  readonly title: string;
  readonly profile: DialectProfile;
  readonly detect: DialectSigns;
  readonly tools: ToolCodec;
  readonly adopt?: Adopt;
  readonly clientTool?: AsClientTool;
  readonly accept: Accept;
  /** Begins with every stream. */
  readonly normalizeFrame?: () => NormalizeFrame;
  /**
   * Whether a stream that begins with this frame is one of a server that copies the API, and lacks what the vendor's SDK needs:
   * it is then written anew, also within the dialect.
   */
  readonly needsRewriting?: (frame: string) => boolean;
  readonly normalizeRequest?: NormalizeRequest;
  readonly forModel?: ForModel;
  /** The only effort at which a model takes tools in this dialect, where there is one. */
  readonly effortWithTools?: (model: string | undefined) => string | undefined;
}

/** The codecs of everything but tools. */
export interface ConversationCodecs {
  /** The value of the field that tells which tools may be called. */
  readonly choice: Codec<Json, Choice>;
  /** One piece of a message's content. */
  readonly parts: Codec<Json, Part>;
  /** One call, as it stands in the dialect's messages. */
  readonly calls: Codec<Json, CallPart>;
  /** One result, as it stands in the dialect's messages. */
  readonly results: Codec<Json, ResultPart>;
  readonly messages: MessagesCodec;
  readonly request: Codec<Json, CanonicalRequest>;
  readonly response: ResponseCodec;
  readonly stream: StreamCodec;
  readonly errors: ErrorsCodec;
}

/** One concept from and to one wire format; `encode` gives nothing where the dialect cannot say it, and reports the loss. */
export interface Codec<Wire, Canonical> {
  decode(wire: Wire, report: Report): Canonical;
  encode(canonical: Canonical, report: Report): Wire | undefined;
}

/** A conversation so far. */
export interface MessagesCodec {
  decode(wire: readonly Json[], report: Report): Message[];
  encode(messages: readonly Message[], report: Report): Json[];
}

/** What an answer needs to know of the request that it answers. */
export interface ResponseContext {
  /** The model that the client asked for. */
  readonly model?: string | undefined;
  /** Seconds since 1970, for answers whose provider does not say it. */
  readonly created: number;
  /** An id for answers whose provider gives none, without the dialect's prefix. */
  readonly id: string;
  /** What the answer is called whatever its provider calls it, where the dialect lets clients come back to it. */
  readonly name?: string | undefined;
  /** The client wants to be told of usage at the end of a stream. */
  readonly includeUsage: boolean;
  /** The client's own request, as it was read. */
  readonly request?: CanonicalRequest | undefined;
}

/** A whole answer. */
export interface ResponseCodec {
  decode(wire: Json, report: Report): CanonicalResponse;
  encode(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject;
}

/** An answer as it comes. */
export interface StreamCodec {
  decode(emit: (event: StreamEvent) => void, report: Report): StreamReader;
  encode(report: Report, context: ResponseContext): StreamWriter;
}

/** Reads the frames of one stream. */
export interface StreamReader {
  /** The payload of one frame, and the name of its event where frames have one. */
  read(data: string, event: string | undefined): void;
  /** The bytes are at their end. A stream that has not said its last word until now was cut short. */
  end(): void;
  /** What frames do that are like the last one, where that did nothing but say a text. */
  deltaTemplate?(): DeltaTemplate | undefined;
  /** It has been said how the answer ends, in a frame of its own that is not the last. */
  readonly isEnding?: boolean;
}

/** What a frame does that does nothing but say a text. */
export interface DeltaTemplate {
  /** JSON Pointer to the text. */
  readonly text: string;
  /** JSON Pointer to where the same text stands once more. */
  readonly mirror?: string | undefined;
  /** JSON Pointers to what may be different in every frame and is not looked at; with a slash at the end, to all below. */
  readonly ignored: readonly string[];
  /** Does what reading the same frame with another text in it would do. */
  apply(text: string): void;
  /** Takes out of the last of the frames what counts only as it was last said: the frame's JSON. */
  applyLast?(json: string): void;
}

/** Writes one stream. Parts come one after the other, numbered from 0 without gaps, and what is said of them is complete. */
export interface StreamWriter {
  write(event: StreamEvent): string;
  /** What the client has got last without this writer, which is to go on from there: frames as they came. */
  follow?(frames: string): void;
}

/** A frame of a stream as the dialect's own clients can read it, where a server writes it otherwise. */
export type NormalizeFrame = (frame: string) => string;

/** A request of the dialect's own with what its provider refuses to go without; each is a change. */
export type NormalizeRequest = (body: JsonObject, model: string | undefined, report: Report) => JsonObject;

/** A request of the dialect's own as its model takes it; the same request where nothing has to change. */
export type ForModel = (request: CanonicalRequest, report: Report) => CanonicalRequest;

/** An error answer. */
export interface ErrorsCodec {
  decode(wire: Json, status: number): Failure;
  encode(failure: Failure): { readonly status: number; readonly value: JsonObject };
}

/** Tools from and to one wire format. */
export interface ToolCodec {
  decode(wire: readonly Json[], report: Report): ToolFields[];
  encode(drafts: readonly ToolDraft[], report: Report): Json[];
}

/** Reads the settings of a hosted tool that was made by hand; `undefined` where its word is another vendor's. */
export type Adopt = (tool: HostedFields) => HostedFields | undefined;

/** A tool that the vendor defines and the client runs, as a function; nothing where the vendor runs it. */
export type AsClientTool = (tool: HostedFields) => ClientTool | undefined;

/** A function that stands for a tool of a vendor's own, at vendors that do not know it. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** The settings of the tool that the function says in other words, or that only concern the client. */
  readonly settings?: readonly string[];
  /** Canonical field of the function → the setting of the tool that it stands in. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Calls of the tool, and their results, have a form of their own in the dialect. */
  readonly ownCalls?: true;
}

/** A canonical tool, and what of it was decided for a target: its name, its lowered schemas, its mode. */
export interface ToolDraft<T extends ToolFields = ToolFields> {
  readonly tool: T;
  readonly name: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly strict?: boolean;
  readonly variant?: string;
}

/** Something that a provider would refuse, or ignore, in tools as they are. */
export interface Problem {
  /** JSON Pointer into the tools as the caller gave them. */
  readonly path: string;
  /** A stable word for the rule that is broken. */
  readonly rule: string;
  readonly message: string;
  readonly severity: "error" | "warning";
}

/** Reads tools in a provider's own wire form against that provider's published rules. */
export type Accept = (tools: readonly Json[]) => Problem[];
