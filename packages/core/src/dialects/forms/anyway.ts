import type { Request, Settings } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldOf } from "./node.ts";

/** What happens where nobody asks for anything else. */
const ANYWAY: Readonly<Partial<Settings>> = {
  candidates: 1,
  store: false,
  logprobs: false,
  frequencyPenalty: 0,
  presencePenalty: 0,
};

/**
 * Of the fields that a dialect lacks, those that ask for what happens there anyway, to be left out without a loss: who
 * keeps nothing need not be told not to.
 */
export function saidAnyway(
  request: Request,
  fields: readonly (keyof Settings)[],
  report: Report,
): Readonly<Record<string, undefined>> {
  const said = fields.filter((field) => request[field] !== undefined && request[field] === ANYWAY[field]);
  for (const field of said) fieldOf(request, field, report).change("default-field");
  return Object.fromEntries(said.map((field) => [field, undefined]));
}
