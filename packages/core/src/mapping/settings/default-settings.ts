// Clients often send settings with their default value (`n: 1`). Where a target has no field for one, leaving it out
// loses nothing.

import type { CanonicalRequest } from "../../model/request.ts";
import type { Settings } from "../../model/settings.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";
import { CHANGED } from "../outcome.ts";

/** The defaults that all vendors share. */
const DEFAULTS: Readonly<Partial<Settings>> = {
  candidates: 1,
  store: false,
  logprobs: false,
  frequencyPenalty: 0,
  presencePenalty: 0,
};

/** The values to write, without the unsupported settings that have their default value: leaving them out is a change, not a loss. */
export function dropDefaultSettings(
  values: Values,
  fields: readonly (keyof Settings)[],
  request: CanonicalRequest,
  report: Report,
): Values {
  const written: Record<string, unknown> = { ...values };
  for (const field of fields) {
    if (request[field] === undefined || request[field] !== DEFAULTS[field]) continue;
    fieldReport(request, field, report).change("default-field");
    written[field] = CHANGED;
  }
  return written;
}

type Values = Readonly<Record<string, unknown>>;
