import type { LogFields } from "../observe/log.ts";

/** What a request is charged for, in limits and in usage: what the provider has reported and, where it has not, an estimate. */
export function chargedFor(fields: LogFields): Pick<LogFields, "usage" | "cost" | "charges"> {
  return fields.estimated ?? fields;
}
