import { UNKNOWN_CONTENT } from "../../loss-levels.ts";
import type { UnknownFieldLevels } from "../../model/loss.ts";

/** The levels of unknown fields of a step: its signature proves something to Google alone. */
export const STEP_FIELDS: UnknownFieldLevels = { ...UNKNOWN_CONTENT, "/signature": "metadata" };
