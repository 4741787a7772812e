import type { Usage } from "@toolglot/core";
import type { UsedTokens } from "./attempt-result.ts";

/** What each request of a turn has used, as far as its provider has reported it: a turn that was continued has several. */
export function requestsOfTurn(used: UsedTokens): readonly UsedTokens[] {
  const { earlier } = used;
  const last = lastRequest(used);
  const reported = last.usage === undefined ? [] : [last];
  return earlier === undefined ? reported : [...requestsOfTurn(earlier), ...reported];
}

/** What the last request of a turn has used, of what the turn has used in all. */
export function lastRequest(used: UsedTokens): UsedTokens {
  const { usage, earlier, pieces = 0, characters = 0 } = used;
  if (earlier === undefined) return used;
  return {
    ...used,
    earlier: undefined,
    usage: usage && usageSince(usage, earlier.usage),
    pieces: pieces - (earlier.pieces ?? 0),
    characters: characters - (earlier.characters ?? 0),
  };
}

// Counts that have not changed were not reported: no request is without a token.
function usageSince(usage: Usage, earlier: Usage = {}): Usage | undefined {
  if (usage.input === earlier.input && usage.output === earlier.output) return undefined;
  const counts = COUNTS.flatMap((field) => {
    const { [field]: count } = usage;
    return count === undefined ? [] : [[field, count - (earlier[field] ?? 0)] as const];
  });
  return { ...usage, ...Object.fromEntries(counts) };
}

const COUNTS = ["input", "output", "cacheRead", "cacheWrite", "cacheWrite5m", "cacheWrite1h", "reasoning"] as const;
