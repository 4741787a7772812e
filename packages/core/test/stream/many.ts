import { byExtent } from "../../../../test/support/extent.ts";

/** More than the stack holds, or a call takes as arguments. */
export const MANY: number = byExtent({ quick: 200_000, sample: 1_000_000, all: 1_000_000 });
