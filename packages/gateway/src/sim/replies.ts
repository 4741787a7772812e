import type { JsonObject } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import type { SimDialect } from "./dialects/dialect.ts";
import type { RefusedRequest } from "./refused-request.ts";
import { type SimStep, textStep } from "./steps.ts";

/** The steps of a reply that is one JSON value. */
export function jsonReply(status: number, value: JsonObject, dialect: SimDialect): SimStep[] {
  return [
    headStep(status, "application/json; charset=utf-8", dialect),
    textStep(stringifyJson(value)),
    { type: "end" },
  ];
}

export function errorReply(refused: RefusedRequest, dialect: SimDialect): SimStep[] {
  return withHeaders(jsonReply(refused.status, dialect.error(refused), dialect), dialect.errorHeaders?.(refused) ?? {});
}

export function withHeaders(steps: readonly SimStep[], more: Readonly<Record<string, string>>): SimStep[] {
  return steps.map((step) => (step.type === "head" ? { ...step, headers: { ...step.headers, ...more } } : step));
}

export function headStep(status: number, type: string, { requestIdHeader }: SimDialect): SimStep {
  const id = requestIdHeader === undefined ? {} : { [requestIdHeader]: "req_sim" };
  return { type: "head", status, headers: { "content-type": type, ...id } };
}
