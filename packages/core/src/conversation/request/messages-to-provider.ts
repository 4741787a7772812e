import type { CallIds } from "../../identity/call-ids.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { inputAsText } from "../../mapping/nodes/call-input.ts";
import { copyCall, copyMessage, copyResult } from "../../mapping/nodes/parts.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { CallInput, CallPart } from "../../model/call.ts";
import type { Message } from "../../model/message.ts";
import type { OpaquePart, Part } from "../../model/part.ts";
import type { ResultPart } from "../../model/result.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { argumentsReport, reportArguments } from "../calls/report-arguments.ts";
import type { Conversation } from "../conversation.ts";
import { lowerInput, type ToolBinding, type ToolSet } from "../tools/tool-set.ts";
import { replaceLoneSurrogateEscapes } from "./lone-surrogates.ts";

/** What messages are translated for the provider by. */
export interface ProviderContext {
  readonly tools: ToolSet | undefined;
  readonly ids: CallIds;
  /** Whether the client's own tool of this type is a function at the provider's end. */
  readonly isFunction: (builtIn: string) => boolean;
  /** Whether tools that the conversation loads are declared by the request at the provider's end. */
  readonly declaresLoaded: boolean;
  /** Whether both ends speak the same: what only their dialect knows of a piece is written again. */
  readonly sameDialect: boolean;
  readonly report: Report;
  /** The provider's dialect. */
  readonly provider: string;
}

/** The context of a conversation's next request. */
export function providerContext(conversation: Conversation, report: Report): ProviderContext {
  const { client, provider, tools, ids, emulatesToolSearch, isSameDialect } = conversation;
  return {
    tools,
    ids,
    isFunction: (builtIn) => !isSameDialect || (emulatesToolSearch && builtIn === client.profile.clientSearch),
    declaresLoaded: !isSameDialect || emulatesToolSearch,
    sameDialect: isSameDialect,
    provider: provider.id,
    report,
  };
}

/** A message in the provider's terms: the names, ids and arguments of its calls, and the ids of its results. */
export function messageToProvider(message: Message, context: ProviderContext): Message {
  const parts = replaceItems(message.parts, (part) => outgoingPart(part, context));
  return parts === message.parts ? message : copyMessage(message, parts);
}

function outgoingPart(part: Part, context: ProviderContext): Part {
  if (part.type === "call") return outgoingCall(part, context);
  if (part.type === "opaque") return outgoingOpaque(part, context);
  return part.type === "result" ? outgoingResult(part, context) : part;
}

// What tells which tools were loaded names them as the provider knows them, which the request declares.
function outgoingOpaque(part: OpaquePart, { tools, declaresLoaded, report }: ProviderContext): Part {
  const { loads } = part;
  if (!declaresLoaded || loads === undefined || tools === undefined) return part;
  if (!loads.every((tool) => tools.isDeclared(tool))) return part;
  nodeReport(part, report).lose("part", { feature: part.feature, action: "described" });
  const names = loads.map(({ name, namespace }) => qualified(tools.toProvider(name, namespace)));
  return {
    type: "text",
    text: loadedNames(part.text ?? "", names),
    ...(part.origin === undefined ? {} : { origin: part.origin }),
  };
}

function qualified({ name, namespace }: Pick<ToolBinding, "name" | "namespace">): string {
  return namespace === undefined ? name : `${namespace}.${name}`;
}

function loadedNames(text: string, names: readonly string[]): string {
  return names.length === 0 ? text : `${text.slice(0, text.indexOf(":"))}: ${names.join(", ")}]`;
}

function outgoingResult(source: ResultPart, context: ProviderContext): ResultPart {
  const result = asPlainResult(source, context);
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

function asPlainResult(result: ResultPart, context: ProviderContext): ResultPart {
  const { builtIn } = result;
  // What a search has found is told by its result as a function would tell it.
  const mark = context.report.ledger.mark();
  const parts = replaceItems(result.parts, (part) => outgoingPart(part, context));
  if (builtIn !== undefined) context.report.ledger.rewind(mark);
  if (builtIn === undefined || !context.isFunction(builtIn))
    return parts === result.parts ? result : { ...result, parts };
  nodeReport(result, context.report).change("client-tool-to-function");
  return { ...asOther(result, context), parts, builtIn: undefined };
}

// What an item of one type says beside its content has no place in one of another type.
function asOther<T extends CallPart | ResultPart>(part: T, { sameDialect }: ProviderContext): T {
  return sameDialect ? { ...part, extras: undefined } : part;
}

function tellName({ origin }: CallPart | ResultPart, name: string, report: Report): void {
  report.on((origin?.place ?? Place.root).below(origin?.fields.name ?? "/name")).change("tool-name", name);
}

// Where a search has loaded a plain function, calls of it say its name as a namespace as well.
function tellNamespace({ origin }: CallPart, report: Report): void {
  report.on((origin?.place ?? Place.root).below(origin?.fields.namespace ?? "/namespace")).change("plain-namespace");
}

// The free text of a custom tool stands in an argument of the function that goes for it.
function tellWrapped({ origin }: CallPart, report: Report): void {
  report.on(origin?.place ?? Place.root).change("custom-to-function");
}

// An id that only this bridge can lead back is told.
function outgoingId({ id, origin }: CallPart | ResultPart, { ids, report }: ProviderContext): string {
  if (id === "") return "";
  const sent = ids.toProvider(id);
  if (!ids.isReversible(id))
    report.on((origin?.place ?? Place.root).below(origin?.fields.id ?? "/id")).change("call-id", sent);
  return sent;
}

// The arguments of a client's own tool are said in its own way; those of a function are JSON.
function outgoingBuiltIn(call: CallPart, builtIn: string, context: ProviderContext): CallPart {
  const { tools, report } = context;
  const id = outgoingId(call, context);
  const passage = tools?.builtInToProvider(builtIn) ?? { name: call.name, kind: "function", wrapped: false };
  nodeReport(call, report).change("client-tool-to-function");
  const whole = replaceLoneSurrogateEscapes(call.input, () => argumentsReport(call, report));
  const input: CallInput = {
    type: "json",
    text: inputAsText(lowerInput(whole, passage, argumentsReport(call, report))),
  };
  const { builtIn: _, namespace: __, ...rest } = asOther(call, context);
  return { ...rest, id, name: passage.name, input };
}

function outgoingCall(call: CallPart, context: ProviderContext): CallPart {
  const { tools, report } = context;
  if (call.builtIn !== undefined && context.isFunction(call.builtIn))
    return outgoingBuiltIn(call, call.builtIn, context);
  const id = outgoingId(call, context);
  if (call.origin?.dialect !== context.provider) reportArguments(call, report);
  const whole = replaceLoneSurrogateEscapes(call.input, () => argumentsReport(call, report));
  if (tools === undefined) return id === call.id && whole === call.input ? call : { ...call, id, input: whole };
  const passage = tools.toProvider(call.name, call.namespace, call.kind);
  const { name, namespace } = passage;
  const kind = passage.wrapped ? "function" : call.kind;
  if (kind !== call.kind) tellWrapped(call, report);
  if (name !== call.name) tellName(call, name, report);
  else if (call.namespace !== undefined && namespace === undefined) tellNamespace(call, report);
  return copyCall(call, {
    id,
    name,
    namespace,
    kind,
    input: lowerInput(whole, passage, argumentsReport(call, report)),
  });
}
