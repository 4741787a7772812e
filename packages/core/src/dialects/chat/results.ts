import { isError, withError, withoutError } from "../../conversation/errors.ts";
import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Noted } from "../../model/node.ts";
import type { Part } from "../../model/part.ts";
import type { ResultPart } from "../../model/result.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../forms/expect.ts";
import { fieldOf, loseNode, readNode, writeNode } from "../forms/node.ts";
import { contentOf, partsOf } from "./content.ts";
import type { ChatFacts } from "./facts.ts";

/** Reads a message of role `tool`, or of its forerunner `function`. */
export function decodeResult(facts: ChatFacts, wire: Json, report: Report): ResultPart {
  const message = expectObject(wire, "a tool message", report);
  const { values, noted } = readNode(facts.message, message, report);
  const parts = partsOf(facts, values.content, report.at("content"));
  const name = typeof values.name === "string" ? { name: values.name } : {};
  const failed = isError(parts);
  return {
    type: "result",
    id: typeof values.resultId === "string" ? values.resultId : "",
    ...name,
    parts: failed ? withoutError(parts) : parts,
    plain: !isArray(values.content),
    ...(failed ? { isError: true } : {}),
    ...(values.role === "function" ? legacy(noted, facts) : noted),
  };
}

/** Writes a result as a message of role `tool`. */
export function encodeResult(facts: ChatFacts, result: ResultPart, report: Report): JsonObject {
  const { id, name, parts, plain } = result;
  const own = result.origin?.dialect === facts.dialect;
  const failed = result.isError === true ? withError(parts) : parts;
  const said = failed.filter(
    (part) => part.type === "text" || part.type === "media" || own || loseNode(part, part.type, report),
  );
  const content = contentOf(facts, said, { plain }, report) ?? (own ? undefined : "");
  if (result.isError === false && !own) fieldOf(result, "isError", report).change("default-field");
  const old = result.extras?.[facts.dialect]?.legacy === true;
  const handled = {
    parts: undefined,
    plain: undefined,
    kind: undefined,
    namespace: undefined,
    isError: undefined,
    structured: undefined,
    id: undefined,
  };
  return writeNode(
    facts.message,
    result,
    {
      ...handled,
      role: old ? "function" : "tool",
      resultId: old ? undefined : id,
      name: own ? name : undefined,
      content,
    },
    report,
  );
}

function legacy(noted: Noted, { dialect }: ChatFacts): Noted {
  return { ...noted, extras: { ...noted.extras, [dialect]: { ...noted.extras?.[dialect], legacy: true } } };
}

/** The texts of a result alone. */
export function textsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
}
