import { fieldReport, loseForeignExtras, nodeReport } from "../../mapping/node.ts";
import type { CallPart } from "../../model/call.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ResultPart } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import * as choices from "./choice.ts";

/** The tools and the choice of a request. */
export interface ToolConfig {
  readonly tools?: readonly Json[];
  readonly choice?: JsonObject | undefined;
}

/**
 * What a request says of tools. There is no choice `none`: without calls in the conversation the tools are left out. With calls,
 * "the toolConfig field must be defined": tools that are no longer declared are declared by their names.
 */
export function toolConfigFor(request: CanonicalRequest, wire: readonly Json[], report: Report): ToolConfig {
  const { choice, tools } = request;
  const uses = usesIn(request);
  const called = namesOf(uses);
  if (choice?.mode === "none" && called.length === 0) {
    reportLeftOut(choice, report);
    if (wire.length > 0 && tools !== undefined) report.on(tools.place).change("tools-by-choice");
    return {};
  }
  if (wire.length > 0) return { tools: wire, choice: choice && choices.encode(choice, report) };
  const [first] = uses;
  if (first === undefined) return {};
  nodeReport(first, report).change("tools-of-history", called.join(", "));
  return { tools: called.map(declaration) };
}

function reportLeftOut(choice: Choice, report: Report): void {
  nodeReport(choice, report).change("tools-left-out");
  if (choice.parallel !== undefined) fieldReport(choice, "parallel", report).change("default-field");
  loseForeignExtras("bedrock", choice, report);
}

/** The calls and results of the conversation. */
function usesIn({ messages }: CanonicalRequest): (CallPart | ResultPart)[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === "call" || part.type === "result"));
}

/** The names of the tools that they are of. */
function namesOf(uses: readonly (CallPart | ResultPart)[]): string[] {
  const names = uses.flatMap((use) => (use.type === "call" ? [use.name] : []));
  if (names.length === 0 && uses.length > 0) return [UNKNOWN];
  return [...new Set(names)];
}

/** Stands for a tool whose calls are not part of the conversation. */
const UNKNOWN = "tool";

function declaration(name: string): JsonObject {
  return { toolSpec: { name, inputSchema: { json: { type: "object", properties: {} } } } };
}
