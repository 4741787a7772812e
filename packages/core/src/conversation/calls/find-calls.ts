// For `convertToolCalls` and `convertToolResults`, which take calls in whatever a program has at hand: a response, its
// message, a list of blocks or of calls.

import { isArray } from "../../json/value.ts";
import type { CallPart } from "../../model/call.ts";
import type { CallDialect } from "../../model/dialect.ts";
import { ConversionError } from "../../model/error.ts";
import type { Json } from "../../model/json.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { finish } from "../../steps.ts";

/** The calls in a response, a message, a list of either, a list of blocks, or a list of calls: the first reading that finds one wins. */
export function findCalls(wire: Json, dialect: CallDialect, report: Report): CallPart[] {
  const list = isArray(wire) ? wire : [wire];
  const whole = () => list.flatMap((each) => dialect.response.decode(each, report).candidates).flatMap(partsOf);
  const messages = () => finish(dialect.messages.decode(list, report)).flatMap(partsOf);
  const calls = () => list.map((call, index) => dialect.calls.decode(call, list === wire ? report.at(index) : report));
  return firstFilled(list === wire ? [messages, whole, calls] : [whole, messages, calls], "call", report);
}

function partsOf<T>({ parts }: { readonly parts: T }): T {
  return parts;
}

/** The results in messages, or in a list of results. */
export function findResults(wire: Json, dialect: CallDialect, report: Report): ResultPart[] {
  const list = isArray(wire) ? wire : [wire];
  const readings = [
    () => finish(dialect.messages.decode(list, report)).flatMap(partsOf),
    () => list.map((result, index) => dialect.results.decode(result, list === wire ? report.at(index) : report)),
  ];
  return firstFilled(readings, "result", report);
}

// Where every reading fails, the last error is thrown.
function firstFilled<T extends "call" | "result">(
  readings: readonly (() => readonly Part[])[],
  type: T,
  report: Report,
): Extract<Part, { readonly type: T }>[] {
  const errors: ConversionError[] = [];
  for (const read of readings) {
    const mark = report.ledger.mark();
    try {
      const found = read().filter((part): part is Extract<Part, { readonly type: T }> => part.type === type);
      if (found.length > 0) return found;
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      errors.push(error);
    }
    report.ledger.rewind(mark);
  }
  if (errors.length === readings.length) throw errors.at(-1);
  return [];
}
