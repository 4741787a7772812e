import { UNKNOWN_CONTENT, UNKNOWN_METADATA } from "../../loss-levels.ts";
import type { LossLevel, UnknownFieldLevels } from "../../model/loss.ts";
import { quirkList } from "./quirks/index.ts";

/** The levels of unknown fields of a response or chunk. */
export const RESPONSE_FIELDS: UnknownFieldLevels = { ...UNKNOWN_METADATA, ...levels("responseContent", "content") };

/** The levels of unknown fields of a choice and, below `/message`, of its message. */
export const CANDIDATE_FIELDS: UnknownFieldLevels = {
  ...UNKNOWN_CONTENT,
  "/logprobs": "setting",
  ...levels("choiceMetadata", "metadata"),
};

/** The levels of unknown fields of a delta. */
export const DELTA_FIELDS: UnknownFieldLevels = { ...UNKNOWN_CONTENT, ...levels("deltaMetadata", "metadata") };

function levels(
  kind: "responseContent" | "choiceMetadata" | "deltaMetadata",
  level: LossLevel,
): Readonly<Record<string, LossLevel>> {
  return Object.fromEntries(quirkList(kind).map((field) => [`/${field}`, level]));
}
