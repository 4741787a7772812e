import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA, UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import {
  anything,
  count,
  type FieldMapping,
  filledList,
  flag,
  list,
  object,
  text,
  textOrList,
} from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import type { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import type { Failure } from "../../model/failure.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Settings } from "../../model/settings.ts";
import type { HostedKind } from "../../model/tool.ts";
import { quirkList } from "./quirks/index.ts";
import { CANDIDATE_FIELDS, RESPONSE_FIELDS } from "./unknown-fields.ts";

/** What differs between the dialects of the Chat Completions family. */
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
  /** The tools of its requests. */
  readonly declaredTools: DeclaredToolsCodec;
  /** `tool_choice` may be a list of allowed tools. */
  readonly allowedTools: boolean;
  /** Hosted tools that `tool_choice` may name, by their type there. */
  readonly hostedChoice?: Readonly<Partial<Record<HostedKind, string>>>;
  /** Streams end with their usage even without `include_usage`. */
  readonly usageAlways: boolean;
  /** Writes the `error` object of a response or of a chunk. */
  readonly errorObject: (failure: Failure) => JsonObject;
  /** The `finish_reason` of the choice beside an error in a chunk, if there is one. */
  readonly errorFinish?: string;
  /** Settings of Chat Completions that this dialect reads, and does not write. */
  readonly unsupported?: readonly (keyof Settings)[];
  /** Further settings of a request: canonical field → field mapping. */
  readonly settings?: Readonly<Record<string, FieldMapping>>;
}

/** A spec, with the layouts made from it. */
export interface ChatFacts extends ChatSpec {
  readonly text: Layout;
  readonly image: Layout;
  readonly audio: Layout;
  readonly file: Layout;
  readonly video: Layout;
  readonly refusal: Layout;
  readonly functionCall: Layout;
  readonly customCall: Layout;
  readonly legacyCall: Layout;
  readonly citation: Layout;
  readonly message: Layout;
  readonly result: Layout;
  readonly namedChoice: Layout;
  readonly customChoice: Layout;
  readonly allowedChoice: Layout;
  readonly request: Layout;
  readonly response: Layout;
  readonly candidate: Layout;
  readonly usage: Layout;
}

/** Where the text of the reasoning may be: in the field of the dialect's own server first, then in those of others. */
export function reasoningFields(own: string): readonly [own: string, ...others: string[]] {
  const all = quirkList("reasoningFields").map((field) => `/${field}`);
  return [own, ...all.filter((pointer) => pointer !== own)];
}

/** Makes the layouts of one dialect of the family. */
export function chatFacts(spec: ChatSpec): ChatFacts {
  return { ...spec, ...partLayouts(spec), ...callLayouts(spec), ...choiceLayouts(spec), ...bodyLayouts(spec) };
}

function partLayouts({
  dialect,
  cacheControl: cacheMarks,
  mediaBreakpoints: markedMedia,
  citationQuotes: quotes,
}: ChatSpec) {
  const marks: Record<string, FieldMapping> = cacheMarks ? { cacheControl: object("/cache_control") } : {};
  const breakpoint = { cacheBreakpoint: object("/prompt_cache_breakpoint") };
  const part = (type: string, rules: Record<string, FieldMapping>): Layout =>
    defineLayout({ dialect, constants: { "/type": type }, fields: { ...rules, ...marks } });
  const medium = (type: string, rules: Record<string, FieldMapping>): Layout =>
    part(type, markedMedia ? { ...rules, ...breakpoint } : rules);
  return {
    text: part("text", { text: text("/text"), ...breakpoint }),
    image: medium("image_url", { address: text("/image_url/url"), detail: text("/image_url/detail") }),
    audio: medium("input_audio", { data: text("/input_audio/data"), format: text("/input_audio/format") }),
    file: medium("file", { data: text("/file/file_data"), id: text("/file/file_id"), name: text("/file/filename") }),
    video: part("video_url", { address: text("/video_url/url") }),
    refusal: part("refusal", { text: text("/refusal") }),
    citation: defineLayout<string>({
      dialect,
      constants: { "/type": "url_citation" },
      fields: quotes ? QUOTATION : CITATION,
    }),
  };
}

function callLayouts({ dialect }: ChatSpec) {
  const handled = ["kind", "input"];
  return {
    functionCall: defineLayout<string>({
      dialect,
      constants: { "/type": "function" },
      // The position in the list says the same.
      ignored: ["/index"],
      fields: {
        id: text("/id"),
        name: text("/function/name"),
        arguments: anything("/function/arguments"),
        extra: object("/extra_content"),
      },
      handled: [...handled, "signature"],
    }),
    customCall: defineLayout<string>({
      dialect,
      constants: { "/type": "custom" },
      fields: { id: text("/id"), name: text("/custom/name"), arguments: text("/custom/input") },
      handled,
    }),
    legacyCall: defineLayout<string>({ dialect, fields: { name: text("/name"), arguments: anything("/arguments") } }),
  };
}

function choiceLayouts({ dialect }: ChatSpec) {
  const choice = (type: string, rules: Record<string, FieldMapping>): Layout =>
    defineLayout({ dialect, unknown: UNKNOWN_SETTINGS, constants: { "/type": type }, fields: rules });
  const allowed = { mode: text("/allowed_tools/mode"), allowed: list("/allowed_tools/tools") };
  return {
    namedChoice: choice("function", { name: text("/function/name") }),
    customChoice: choice("custom", { name: text("/custom/name") }),
    allowedChoice: choice("allowed_tools", allowed),
  };
}

function bodyLayouts(spec: ChatSpec) {
  const { dialect } = spec;
  return {
    message: defineLayout({ dialect, fields: messageFields(spec), handled: ["parts", "plain"] }),
    result: defineLayout({ dialect, fields: messageFields(spec), handled: RESULT_HANDLED }),
    request: defineLayout({ dialect, unknown: UNKNOWN_SETTINGS, fields: { ...REQUEST, ...spec.settings } }),
    response: defineLayout({
      dialect,
      unknown: RESPONSE_FIELDS,
      constants: { "/object": "chat.completion" },
      fields: RESPONSE,
    }),
    candidate: defineLayout({
      dialect,
      unknown: CANDIDATE_FIELDS,
      fields: { ...candidateFields(spec), finishReason: filledText("/finish_reason") },
    }),
    usage: defineLayout({ dialect, unknown: UNKNOWN_METADATA, fields: USAGE }),
  };
}

/** Fields of a result that are written to its content: errors and structured content as text. */
const RESULT_HANDLED = ["parts", "plain", "kind", "namespace", "isError", "structured"];

function messageFields({ reasoning, reasoningDetails }: ChatSpec): Record<string, FieldMapping> {
  return {
    role: text("/role"),
    content: textOrList("/content"),
    name: text("/name"),
    refusal: filledText("/refusal"),
    reasoning: filledText(...reasoning),
    ...(reasoningDetails === undefined ? {} : { reasoningDetails: filledList(reasoningDetails) }),
    calls: filledList("/tool_calls"),
    functionCall: { at: ["/function_call"], is: (value) => isObject(value) && value.name !== "" },
    id: text("/tool_call_id"),
    citations: filledList("/annotations"),
  };
}

// A choice and its message are one canonical candidate. Its role is `assistant` if it is absent.
function candidateFields(spec: ChatSpec): Record<string, FieldMapping> {
  const rules = Object.entries({ ...messageFields(spec), content: responseContent("/content") });
  const below = rules.map(([field, rule]) => [field, { ...rule, at: rule.at.map((place) => `/message${place}`) }]);
  const { role, ...message } = Object.fromEntries(below) as Record<string, FieldMapping>;
  return { index: count("/index"), ...message, role: { ...(role as FieldMapping), absentMeans: "assistant" } };
}

// Groq and Ollama, among others, write empty strings for absent fields.
function filledText(...at: string[]): FieldMapping {
  return { at, is: (value) => typeof value === "string" && value !== "", emptyValue: "" };
}

// `content` of a response is null if there is none.
function responseContent(...at: string[]): FieldMapping {
  return { at, is: (value) => typeof value === "string" || (isArray(value) && value.length > 0), placeholder: null };
}

const CITATION: Readonly<Record<string, FieldMapping>> = {
  url: text("/url_citation/url"),
  title: text("/url_citation/title"),
  start: count("/url_citation/start_index"),
  end: count("/url_citation/end_index"),
};

const QUOTATION: Readonly<Record<string, FieldMapping>> = { ...CITATION, quote: filledText("/url_citation/content") };

/** The settings of the whole family; a dialect may add to them. */
const REQUEST: Readonly<Record<string, FieldMapping>> = {
  model: text("/model"),
  messages: list("/messages"),
  tools: list("/tools", "/functions"),
  choice: anything("/tool_choice", "/function_call"),
  parallel: flag("/parallel_tool_calls"),
  stream: flag("/stream"),
  includeUsage: flag("/stream_options/include_usage"),
  maxTokens: count("/max_completion_tokens", "/max_tokens"),
  temperature: count("/temperature"),
  topP: count("/top_p"),
  frequencyPenalty: count("/frequency_penalty"),
  presencePenalty: count("/presence_penalty"),
  seed: count("/seed"),
  stop: textOrList("/stop"),
  candidates: count("/n"),
  logprobs: flag("/logprobs"),
  topLogprobs: count("/top_logprobs"),
  logitBias: object("/logit_bias"),
  formatType: text("/response_format/type"),
  formatName: text("/response_format/json_schema/name"),
  formatDescription: text("/response_format/json_schema/description"),
  formatSchema: object("/response_format/json_schema/schema"),
  formatStrict: flag("/response_format/json_schema/strict"),
  effort: text("/reasoning_effort"),
  verbosity: text("/verbosity"),
  user: text("/safety_identifier", "/user"),
  metadata: object("/metadata"),
  serviceTier: text("/service_tier"),
  store: flag("/store"),
  cacheKey: text("/prompt_cache_key"),
  cacheMode: text("/prompt_cache_options/mode"),
  cacheTtl: text("/prompt_cache_options/ttl"),
};

const RESPONSE: Readonly<Record<string, FieldMapping>> = {
  id: filledText("/id"),
  created: count("/created"),
  model: filledText("/model"),
  choices: list("/choices"),
  usage: object("/usage"),
  usedTier: filledText("/service_tier"),
};

const USAGE: Readonly<Record<string, FieldMapping>> = {
  input: count("/prompt_tokens"),
  output: count("/completion_tokens"),
  total: count("/total_tokens"),
  cacheRead: count("/prompt_tokens_details/cached_tokens", ...quirkList("cacheRead")),
  cacheWrite: count("/prompt_tokens_details/cache_write_tokens"),
  reasoning: count("/completion_tokens_details/reasoning_tokens"),
};
