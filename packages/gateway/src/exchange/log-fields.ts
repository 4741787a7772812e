import type { Json } from "@toolglot/core";
import type { EstimatedUsage, LogFields } from "../observe/log.ts";
import { lossFields } from "../observe/losses.ts";
import { unpricedReason } from "../providers/prices.ts";
import { chargesByModel, chargesOf } from "./charges.ts";
import { estimatedUsage } from "./estimated-usage.ts";
import type { GenerateRequest } from "./generate-request.ts";
import { type ExchangeHooks, NO_HOOKS } from "./hooks.ts";
import type { ExchangeResult } from "./result.ts";

/** What the log has about an exchange. */
export function logFieldsOf(
  request: GenerateRequest,
  result: ExchangeResult,
  { withHistory }: Pick<ExchangeHooks, "withHistory"> = NO_HOOKS,
): LogFields {
  const { model, stream, caller, started } = request;
  const { destination, used = {}, spent = [], errorType, errorMessage, firstChunkAt } = result;
  const all = destination === undefined ? spent : [...spent, { destination, used }];
  const { usage, cost } = chargesOf(all);
  const estimated = estimatedFields(() => withHistory?.(request.body) ?? request.body, result);
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
  if (usage !== undefined) fields.usage = usage;
  if (cost !== undefined) fields.cost = cost;
  const charges = chargesByModel(all);
  if (charges !== undefined) fields.charges = charges;
  const unpriced =
    cost === undefined && usage && destination && unpricedReason(destination.provider, destination.model, used.model);
  if (unpriced) fields.unpriced = unpriced;
  if (estimated !== undefined) fields.estimated = estimated;
  // The clock may have been set back.
  if (firstChunkAt !== undefined) fields.firstChunkMs = Math.max(0, firstChunkAt - started);
  return fields;
}

function estimatedFields(bodyOf: () => Json, result: ExchangeResult): EstimatedUsage | undefined {
  const { destination, used, spent = [] } = result;
  const estimated = estimatedUsage(bodyOf, result);
  if (estimated === undefined || destination === undefined) return undefined;
  const all = [...spent, { destination, used: { ...used, usage: estimated } }];
  const { usage = {}, cost } = chargesOf(all);
  const charges = chargesByModel(all);
  return { usage, ...(cost === undefined ? {} : { cost }), ...(charges === undefined ? {} : { charges }) };
}
