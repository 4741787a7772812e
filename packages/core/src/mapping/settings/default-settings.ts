import type { CanonicalRequest, Settings } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";
import { CHANGED } from "../outcome.ts";

/** What happens where nobody asks for anything else. */
const ANYWAY: Readonly<Partial<Settings>> = {
  candidates: 1,
  store: false,
  logprobs: false,
  frequencyPenalty: 0,
  presencePenalty: 0,
};

/** Whether a field asks for what happens anyway. */
export function isDefaultSetting(request: CanonicalRequest, field: keyof Settings): boolean {
  return request[field] !== undefined && request[field] === ANYWAY[field];
}

/**
 * What a request is written from, and of the fields that a dialect lacks those that ask for what happens there anyway, to be
 * left out without a loss: who keeps nothing need not be told not to.
 */
export function dropDefaultSettings(
  values: Values,
  fields: readonly (keyof Settings)[],
  request: CanonicalRequest,
  report: Report,
): Values {
  const said = fields.filter((field) => isDefaultSetting(request, field));
  if (said.length === 0) return values;
  for (const field of said) fieldReport(request, field, report).change("default-field");
  return { ...values, ...Object.fromEntries(said.map((field) => [field, CHANGED])) };
}

type Values = Readonly<Record<string, unknown>>;
