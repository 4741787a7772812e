import type { Json, Usage } from "@toolglot/core";
import { CHARACTERS_PER_TOKEN, estimateTokens } from "../usage/estimate-tokens.ts";
import { lastRequest } from "./requests-of-turn.ts";
import type { ExchangeResult } from "./result.ts";

/** The statuses of attempts that a provider charges for: it has answered, or would have if the client had waited. */
const CHARGED: ReadonlySet<number> = new Set([200, 499]);

/**
 * What a response has used if the provider has not reported all of it, because the response broke off, the client did not wait for its end,
 * or the provider never reports it; otherwise `undefined`. Of the output, each piece is at least a token, and
 * so are four characters: a piece may have hundreds. `bodyOf` makes the request with all that its model has read.
 */
export function estimatedUsage(
  bodyOf: () => Json,
  { outcome, attempts, used = {} }: ExchangeResult,
): Usage | undefined {
  const { usage, pieces = 0, characters = 0 } = lastRequest(used);
  const reported = usage?.output ?? 0;
  if (!CHARGED.has(attempts.at(-1)?.status ?? 0)) return undefined;
  if (usage?.input !== undefined && (outcome === "success" || reported >= pieces)) return undefined;
  const output = reported >= pieces ? reported : Math.max(pieces, Math.ceil(characters / CHARACTERS_PER_TOKEN));
  const { input: inputBefore = 0, output: outputBefore = 0 } = used.earlier?.usage ?? {};
  const input = usage?.input ?? estimateTokens(bodyOf());
  return { ...used.usage, input: inputBefore + input, output: outputBefore + output };
}
