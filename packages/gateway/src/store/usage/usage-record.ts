import type { JsonObject } from "@toolglot/core";
import { readCounts } from "../../usage/usage-counts.ts";
import type { UsageRow, UsageSeries } from "../../usage/usage-log.ts";
import type { StoredResponse } from "../store.ts";

/** The file of usage beside that of stored responses. */
export function usageFile(storeFile: string): string {
  return `${storeFile}.usage`;
}

/** A row as the file has it: a later line of the same series replaces it. */
export function recordOf(row: UsageRow): StoredResponse {
  return { id: recordId(row), tenant: row.key, created: 0, input: [], response: { usage: { ...row.counts } } };
}

export function recordId({ day, provider, model }: UsageSeries): string {
  return JSON.stringify([day, provider, model]);
}

export function rowIn({ id, tenant: key, response }: StoredResponse): UsageRow {
  const [day, provider, model] = JSON.parse(id) as [string, string, string];
  return { day, key, provider, model, counts: readCounts(response.usage as JsonObject) };
}
