import { copyCall, copyMessage, copyResult } from "../content/parts.ts";
import { replaced } from "../content/replaced.ts";
import type { CallIds } from "../identity/call-ids.ts";
import type { CallPart } from "../model/call.ts";
import type { Choice, ToolReference } from "../model/choice.ts";
import type { Message } from "../model/message.ts";
import type { Part } from "../model/part.ts";
import type { Request } from "../model/request.ts";
import type { ResultPart } from "../model/result.ts";
import { Place } from "../place.ts";
import type { Report } from "../report.ts";
import { inputPlace, reportArguments } from "./arguments.ts";
import { wholeInput } from "./characters.ts";
import { lowerInput, type ToolSet } from "./tools.ts";

/** What a conversation's way to the provider depends on. */
export interface OutgoingContext {
  readonly tools: ToolSet | undefined;
  readonly ids: CallIds;
  readonly report: Report;
  /** The provider's dialect. */
  readonly provider: string;
}

/** A message in the provider's terms: the names, ids and arguments of its calls, and the ids of its results. */
export function outgoing(message: Message, context: OutgoingContext): Message {
  const parts = replaced(message.parts, (part) => outgoingPart(part, context));
  return parts === message.parts ? message : copyMessage(message, parts);
}

function outgoingPart(part: Part, context: OutgoingContext): Part {
  if (part.type === "call") return outgoingCall(part, context);
  return part.type === "result" ? outgoingResult(part, context) : part;
}

function outgoingResult(result: ResultPart, context: OutgoingContext): ResultPart {
  const { tools } = context;
  const { name, namespace, kind } = result;
  const id = outgoingId(result, context);
  if (name === undefined || tools === undefined)
    return id === result.id ? result : copyResult(result, { id, name, namespace, kind });
  const passage = tools.toProvider(name, namespace);
  if (passage.name !== name) tellName(result, passage.name, context.report);
  const now = passage.wrapped ? "function" : passage.kind;
  return copyResult(result, { id, name: passage.name, namespace: undefined, kind: now });
}

function tellName({ origin }: CallPart | ResultPart, name: string, report: Report): void {
  report.on((origin?.place ?? Place.root).below(origin?.fields.name ?? "/name")).change("tool-name", name);
}

// The free text of a custom tool stands in an argument of the function that goes for it.
function tellWrapped({ origin }: CallPart, report: Report): void {
  report.on(origin?.place ?? Place.root).change("custom-to-function");
}

// An id that only this bridge can lead back is told.
function outgoingId({ id, origin }: CallPart | ResultPart, { ids, report }: OutgoingContext): string {
  if (id === "") return "";
  const sent = ids.toProvider(id);
  if (!ids.isReversible(id))
    report.on((origin?.place ?? Place.root).below(origin?.fields.id ?? "/id")).change("call-id", sent);
  return sent;
}

function outgoingCall(call: CallPart, context: OutgoingContext): CallPart {
  const { tools, report } = context;
  const id = outgoingId(call, context);
  if (call.origin?.dialect !== context.provider) reportArguments(call, report);
  const whole = wholeInput(call.input, () => inputPlace(call, report));
  if (tools === undefined) return id === call.id && whole === call.input ? call : { ...call, id, input: whole };
  const passage = tools.toProvider(call.name, call.namespace, call.kind);
  const { name, namespace } = passage;
  const kind = passage.wrapped ? "function" : call.kind;
  if (kind !== call.kind) tellWrapped(call, report);
  if (name !== call.name) tellName(call, name, report);
  return copyCall(call, { id, name, namespace, kind, input: lowerInput(whole, passage) });
}

/** The choice in the provider's terms; one that names no tool that is sent cannot be made. */
export function outgoingChoice({ choice }: Request, tools: ToolSet | undefined, report: Report): Choice | undefined {
  if (choice === undefined) return undefined;
  if (tools === undefined || tools.value.length === 0) return withoutTools(choice, report);
  const { tool, allowed, ...rest } = choice;
  if (tool !== undefined) return named(choice, tool, { tools, report });
  if (allowed === undefined) return choice;
  const sent = allowed.flatMap((reference) => sentReference(reference, tools, report) ?? []);
  return sent.length === 0 ? rest : { ...rest, allowed: sent };
}

function withoutTools(choice: Choice, report: Report): undefined {
  const at = report.on(choice.origin?.place ?? Place.root);
  if (choice.mode === "required") at.lose("choice-without-tools", { feature: "tool_choice" });
  else at.change("choice-without-tools");
}

function named(choice: Choice, tool: ToolReference, { tools, report }: { tools: ToolSet; report: Report }): Choice {
  const sent = sentReference(tool, tools, report);
  if (sent !== undefined) return { ...choice, tool: sent };
  const { tool: _, ...rest } = choice;
  return { ...rest, mode: "auto" };
}

function sentReference(reference: ToolReference, tools: ToolSet, report: Report): ToolReference | undefined {
  if (reference.kind === "hosted") return reference;
  if (!tools.knows(reference)) {
    report.on(reference.origin?.place ?? Place.root).lose("unknown-tool", { feature: reference.name });
    return undefined;
  }
  const { namespace: group, ...rest } = reference;
  const { name, namespace, kind, wrapped } = tools.toProvider(rest.name, group);
  if (name !== reference.name) report.on(reference.origin?.place ?? Place.root).change("tool-name", name);
  if (wrapped && reference.kind === "custom")
    report.on(reference.origin?.place ?? Place.root).change("custom-to-function");
  return { ...rest, name, kind: wrapped ? "function" : kind, ...(namespace === undefined ? {} : { namespace }) };
}
