import type { Usage } from "@toolglot/core";
import type { EstimatedUsage, LogFields, TokenCounts } from "../observe/log.ts";
import { lossFields } from "../observe/losses.ts";
import { unpricedReason } from "../providers/prices.ts";
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
  const fields: { -readonly [Field in keyof LogFields]: LogFields[Field] } = {
    status: result.status,
    outcome: result.outcome,
  };
  if (errorType !== undefined) fields.errorType = errorType;
  if (errorMessage !== undefined) fields.error = errorMessage;
  Object.assign(fields, lossFields(result.losses));
  fields.attempts = result.attempts;
  if (caller.tenant !== "") fields.key = caller.tenant;
  fields.model = model;
  fields.stream = stream;
  if (destination !== undefined) {
    fields.provider = destination.provider.name;
    fields.providerModel = destination.model;
  }
  if (usage !== undefined) fields.usage = tokenCounts(usage);
  if (cost !== undefined) fields.cost = cost;
  const unpriced =
    cost === undefined && usage && destination && unpricedReason(destination.provider, destination.model, used.model);
  if (unpriced) fields.unpriced = unpriced;
  if (estimated !== undefined) fields.estimated = estimated;
  // The clock may have been set back.
  if (firstChunkAt !== undefined) fields.firstChunkMs = Math.max(0, firstChunkAt - started);
  return fields;
}

function estimatedFields({ body }: GenerateRequest, result: ExchangeResult): EstimatedUsage | undefined {
  const usage = estimatedUsage(body, result);
  if (usage === undefined) return undefined;
  const { destination, used } = result;
  const cost = destination && responseCost(destination, { ...used, usage });
  return { usage: tokenCounts(usage), ...(cost === undefined ? {} : { cost }) };
}

function tokenCounts({ input, cacheRead, cacheWrite, output, reasoning }: Usage): TokenCounts {
  const counts: { -readonly [Class in keyof TokenCounts]: TokenCounts[Class] } = {};
  if (input !== undefined) counts.input = input;
  if (cacheRead !== undefined) counts.cacheRead = cacheRead;
  if (cacheWrite !== undefined) counts.cacheWrite = cacheWrite;
  if (output !== undefined) counts.output = output;
  if (reasoning !== undefined) counts.reasoning = reasoning;
  return counts;
}
