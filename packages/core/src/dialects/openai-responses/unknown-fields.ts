import { UNKNOWN_CONTENT } from "../../loss-levels.ts";
import type { UnknownFieldLevels } from "../../model/loss.ts";

/**
 * The levels of unknown fields of an item. OpenRouter names the format of encrypted reasoning:
 * https://openrouter.ai/docs/api/reference/responses/reasoning
 */
export const ITEM_FIELDS: UnknownFieldLevels = { ...UNKNOWN_CONTENT, "/format": "metadata" };
