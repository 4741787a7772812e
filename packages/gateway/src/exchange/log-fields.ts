import type { Usage } from "@toolglot/core";
import type { EstimatedUsage, LogFields, TokenCounts } from "../observe/log.ts";
import { lossFields } from "../observe/losses.ts";
import { estimatedUsage } from "./estimated-usage.ts";
import type { GenerateRequest } from "./generate-request.ts";
import { responseCost } from "./response-cost.ts";
import type { ExchangeResult } from "./result.ts";

/** What the log has about an exchange. */
export function logFieldsOf(request: GenerateRequest, result: ExchangeResult): LogFields {
  const { model, stream, caller, started } = request;
  const { destination, used = {}, errorType, errorMessage, firstChunkAt } = result;
  const { usage } = used;
  const cost = destination && responseCost(destination, used);
  const estimated = estimatedFields(request, result);
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
    ...(estimated === undefined ? {} : { estimated }),
    // The clock may have been set back.
    ...(firstChunkAt === undefined ? {} : { firstChunkMs: Math.max(0, firstChunkAt - started) }),
  };
}

function estimatedFields({ body }: GenerateRequest, result: ExchangeResult): EstimatedUsage | undefined {
  const usage = estimatedUsage(body, result);
  if (usage === undefined) return undefined;
  const { destination, used } = result;
  const cost = destination && responseCost(destination, { ...used, usage });
  return { usage: tokenCounts(usage), ...(cost === undefined ? {} : { cost }) };
}

function tokenCounts({ input, cacheRead, cacheWrite, output, reasoning }: Usage): TokenCounts {
  return {
    ...(input === undefined ? {} : { input }),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(output === undefined ? {} : { output }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}
