import type { JsonObject } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { LogFields } from "../observe/log.ts";
import type { UsageEntry, UsageTotals } from "../usage/usage-log.ts";
import type { HttpServices } from "./services.ts";

/** What the caller's key has used today, by model. */
export async function usageToday({ usage, now }: HttpServices, { tenant }: Caller): Promise<JsonObject> {
  const { since, models, total } = await usage.ofDay(tenant, now());
  return {
    object: "usage",
    ...(tenant === "" ? {} : { key: tenant }),
    since: new Date(since).toISOString(),
    models: [...models].map(([model, totals]) => ({ model, ...totalsJson(totals) })),
    total: totalsJson(total),
  };
}

/** What a request has used; `undefined` if it was sent to no provider. */
export function usageEntry(fields: LogFields, at: number): UsageEntry | undefined {
  const { key = "", provider, providerModel, attempts = [], outcome, usage = {}, cost } = fields;
  if (provider === undefined || providerModel === undefined || attempts.length === 0) return undefined;
  return { key, model: `${provider}/${providerModel}`, at, isError: outcome === "error", tokens: usage, cost };
}

function totalsJson({ requests, errors, tokens, cost, unpriced }: UsageTotals): JsonObject {
  // Sums of fractions have digits at their end that mean nothing.
  return { requests, errors, tokens: { ...tokens }, cost: Number(cost.toFixed(12)), unpriced };
}
