import type { FieldMapping } from "../../mapping/field-mapping.ts";
import type { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import type { Failure } from "../../model/failure.ts";
import type { JsonObject } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { HostedKind } from "../../model/tool.ts";
import type { Report } from "../../report.ts";

/** What differs between the messages and responses of the dialects of the Chat Completions family. */
export interface ChatSpec {
  readonly dialect: string;
  /** JSON Pointer to the text of the reasoning in a message, then those that only other servers write. */
  readonly reasoning: readonly [own: string, ...others: string[]];
  /** JSON Pointer to the list of signed reasoning, if there is one; it holds the signatures of calls too. */
  readonly reasoningDetails?: string;
  /** Parts may have `cache_control`. */
  readonly cacheControl: boolean;
  /** Media may have `prompt_cache_breakpoint`, as text may. */
  readonly mediaBreakpoints: boolean;
  /** Which file store `file_id` refers to, if other dialects share it. */
  readonly fileStore?: string;
  /** Citations may quote their source. */
  readonly citationQuotes: boolean;
  /** There are `video_url` parts, and files may be URLs. */
  readonly videoAndFileUrls: boolean;
  /** There are `custom` tools, which take free text. */
  readonly customTools: boolean;
}

/** What differs between their requests. */
export interface ChatRequestSpec {
  /** The tools of its requests. */
  readonly declaredTools: DeclaredToolsCodec;
  /** `tool_choice` may be a list of allowed tools. */
  readonly allowedTools: boolean;
  /** Hosted tools that `tool_choice` may name, by their type there. */
  readonly hostedChoice?: Readonly<Partial<Record<HostedKind, string>>>;
  /** What becomes of the settings of Chat Completions that this dialect reads, and does not write. */
  readonly lackingSettings?: (request: CanonicalRequest, report: Report) => Readonly<Record<string, unknown>>;
  /** Further settings of a request: canonical field → field mapping. */
  readonly settings: Readonly<Record<string, FieldMapping>>;
}

/** What differs between the streams that they write. */
export interface ChatStreamSpec {
  /** Streams end with their usage even without `include_usage`. */
  readonly usageAlways: boolean;
  /** Writes the `error` object of a chunk. */
  readonly errorObject: (failure: Failure) => JsonObject;
  /** The `finish_reason` of the choice beside an error in a chunk, if there is one. */
  readonly errorFinish?: string;
}
