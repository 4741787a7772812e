import { UNKNOWN_CONTENT } from "../../loss-levels.ts";
import type { UnknownFieldLevels } from "../../model/loss.ts";

/** The levels of unknown fields of a candidate: https://ai.google.dev/api/generate-content#candidate */
export const CANDIDATE_FIELDS: UnknownFieldLevels = {
  ...UNKNOWN_CONTENT,
  "/avgLogprobs": "metadata",
  "/logprobsResult": "setting",
  "/safetyRatings": "metadata",
  "/tokenCount": "metadata",
  "/urlContextMetadata": "metadata",
};
