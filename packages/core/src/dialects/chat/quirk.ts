import type { Choice } from "../../model/choice.ts";
import type { ModelRule } from "../../model/conversation-profile.ts";
import type { FailureKind } from "../../model/failure.ts";
import type { JsonObject } from "../../model/json.ts";
import type { FinishReasonName } from "../../model/response.ts";
import type { Usage } from "../../model/usage.ts";

/** How one OpenAI-compatible server differs from OpenAI's Chat Completions. */
export interface ChatQuirk {
  /** Fields of a message or delta with the text of the model's reasoning, most likely first. */
  readonly reasoningFields?: readonly string[];
  /** Finds the usage of a stream that is not in the chunk's own `usage`. */
  readonly usageIn?: (chunk: JsonObject, choice: JsonObject | undefined) => JsonObject | undefined;
  /** JSON Pointers into `usage` to the number of cached tokens. */
  readonly cacheRead?: readonly string[];
  /** Whether `completion_tokens` leaves out the reasoning tokens. */
  readonly excludesReasoning?: (usage: Usage) => boolean;
  /** Fields of a chunk that pad it, to hide the length of its text. */
  readonly padding?: readonly string[];
  /** Fields of a delta that only describe its text. */
  readonly deltaMetadata?: readonly string[];
  /** Fields of a choice that say nothing of its message. */
  readonly choiceMetadata?: readonly string[];
  /** Fields at the top of a response or chunk that belong to its content. */
  readonly responseContent?: readonly string[];
  /** Values of `finish_reason` that OpenAI does not have. */
  readonly finishReasons?: Readonly<Record<string, FinishReasonName>>;
  /** Values of `finish_reason` that stand for an error. */
  readonly failedFinishReasons?: Readonly<Record<string, FailureKind>>;
  /** Finish reasons under which a choice may have no `message`. */
  readonly omitsMessage?: readonly FinishReasonName[];
  /** Values of `tool_choice` that OpenAI does not have. */
  readonly choiceModes?: Readonly<Record<string, Choice["mode"]>>;
  /** Codes or types of the error for a conversation that is too long. */
  readonly overflowCodes?: readonly string[];
  /** Codes or types of an error that OpenAI does not have. */
  readonly errorKinds?: Readonly<Record<string, FailureKind>>;
  /** Whether a body without `error` and `choices` is an error. */
  readonly isBareError?: (body: JsonObject) => boolean;
  /** Finds the object with the `error` in a body that has none at its top. */
  readonly errorIn?: (body: JsonObject) => JsonObject | undefined;
  /** Rules for requests to its models, by their names. */
  readonly models?: readonly ModelRule[];
}
