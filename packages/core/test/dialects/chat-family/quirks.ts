import { CALL_ARGUMENTS } from "./arguments.ts";
import { ENDINGS } from "./endings.ts";
import { FRAMES } from "./frames.ts";
import { INDEXES_AND_IDS } from "./indexes-and-ids.ts";
import type { Quirk } from "./quirk.ts";
import { USAGE } from "./usage.ts";

/** The ways in which servers of the Chat family stream their calls. */
export const QUIRKS: readonly Quirk[] = [...INDEXES_AND_IDS, ...CALL_ARGUMENTS, ...ENDINGS, ...USAGE, ...FRAMES];
