import type { Json, Usage } from "@toolglot/core";
import { estimateTokens } from "../usage/estimate-tokens.ts";
import type { ExchangeResult } from "./result.ts";

/** The statuses of attempts that a provider charges for: it has answered, or would have if the client had waited. */
const CHARGED: ReadonlySet<number> = new Set([200, 499]);

/**
 * What a response has used if the provider has not reported all of it, because the response broke off, the client did not wait for its end,
 * or the provider never reports it; otherwise `undefined`. Of the output, each piece is at least a token.
 */
export function estimatedUsage(body: Json, { outcome, attempts, used = {} }: ExchangeResult): Usage | undefined {
  const { usage, pieces = 0 } = used;
  if (!CHARGED.has(attempts.at(-1)?.status ?? 0)) return undefined;
  if (usage?.input !== undefined && (outcome === "success" || (usage.output ?? 0) >= pieces)) return undefined;
  return { ...usage, input: usage?.input ?? estimateTokens(body), output: Math.max(usage?.output ?? 0, pieces) };
}
