import { isArray } from "../../json/value.ts";
import type { FailureKind } from "../../model/failure.ts";
import type { JsonObject } from "../../model/json.ts";
import { quirkFunctions, quirkTable } from "./quirks/index.ts";

/** What holds the error in a response with a status of success, or in a chunk; it counts even beside a finish reason. */
export function errorHolderIn(body: JsonObject): JsonObject | undefined {
  const { error, choices } = body;
  if ((error !== undefined && error !== null) || (!isArray(choices) && isBareError(body))) return body;
  return ERROR_READERS.map((read) => read(body)).find((found) => found !== undefined);
}

/** The kind of error that a finish reason stands for. */
export function failureKindOf(finish: string): FailureKind | undefined {
  return FAILED[finish];
}

function isBareError(body: JsonObject): boolean {
  return BARE_ERRORS.some((matches) => matches(body));
}

/** Finish reasons that stand for an error. */
const FAILED = quirkTable("failedFinishReasons");

const ERROR_READERS = quirkFunctions("errorIn");
const BARE_ERRORS = quirkFunctions("isBareError");
