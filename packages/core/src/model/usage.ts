import type { Provenance } from "./node.ts";

/** Token counts. `input` includes cached tokens, `output` includes reasoning tokens. */
export interface Usage extends Provenance {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** How many of the tokens that were written to the cache are kept for five minutes, and for an hour. */
  readonly cacheWrite5m?: number | undefined;
  readonly cacheWrite1h?: number | undefined;
  readonly reasoning?: number | undefined;
  readonly total?: number | undefined;
}
