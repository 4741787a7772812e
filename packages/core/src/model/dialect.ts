import type { Report } from "../report.ts";
import type { Json } from "./json.ts";
import type { DialectProfile } from "./profile.ts";
import type { JsonSchema } from "./schema.ts";
import type { HostedFields, ToolFields } from "./tool.ts";

/** A wire format: its shapes as codecs, its facts as data. */
export interface Dialect {
  readonly id: string;
  readonly aliases: readonly string[];
  /** One line for people. */
  readonly title: string;
  readonly profile: DialectProfile;
  readonly tools: ToolCodec;
  readonly adopt?: Adopt;
  readonly accept: Accept;
}

/** Tools from and to one wire format. */
export interface ToolCodec {
  decode(wire: readonly Json[], report: Report): ToolFields[];
  encode(drafts: readonly ToolDraft[], report: Report): Json[];
}

/** Reads the settings of a hosted tool that was made by hand; `undefined` where its word is another vendor's. */
export type Adopt = (tool: HostedFields) => HostedFields | undefined;

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
