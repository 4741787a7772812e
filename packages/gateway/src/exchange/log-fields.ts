import type { Usage } from "@toolglot/core";
import type { LogFields, TokenCounts } from "../observe/log.ts";
import { lossFields } from "../observe/losses.ts";
import type { GenerateRequest } from "./generate-request.ts";
import { responseCost } from "./response-cost.ts";
import type { ExchangeResult } from "./result.ts";

/** What the log has about an exchange. */
export function logFieldsOf({ model, stream, caller, started }: GenerateRequest, result: ExchangeResult): LogFields {
  const { destination, used = {}, errorType, errorMessage, firstChunkAt } = result;
  const { usage } = used;
  const cost = destination && responseCost(destination, used);
  return {
    status: result.status,
    outcome: result.outcome,
    ...(errorType === undefined ? {} : { errorType }),
    ...(errorMessage === undefined ? {} : { error: errorMessage }),
    ...lossFields(result.losses),
    attempts: result.attempts,
    ...(caller.tenant === "" ? {} : { key: caller.tenant }),
    model,
    stream,
    ...(destination === undefined ? {} : { provider: destination.provider.name, providerModel: destination.model }),
    ...(usage === undefined ? {} : { usage: tokenCounts(usage) }),
    ...(cost === undefined ? {} : { cost }),
    // The clock may have been set back.
    ...(firstChunkAt === undefined ? {} : { firstChunkMs: Math.max(0, firstChunkAt - started) }),
  };
}

function tokenCounts({ input, cacheRead, cacheWrite, output, reasoning }: Usage): TokenCounts {
  const counts = Object.entries({ input, cacheRead, cacheWrite, output, reasoning });
  return Object.fromEntries(counts.filter(([, count]) => count !== undefined));
}
