// Calls and results in the history of a conversation: their names, ids and arguments as the provider knows them.

import type { CallIds } from "../../identity/call-ids.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { argumentsReport, inputAsText } from "../../mapping/nodes/call-input.ts";
import { copyCall, copyMessage, copyResult } from "../../mapping/nodes/parts.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { CallInput, CallPart } from "../../model/call.ts";
import type { OpaquePart } from "../../model/content.ts";
import type { Message } from "../../model/message.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { reportArguments } from "../calls/report-arguments.ts";
import type { Conversation } from "../conversation.ts";
import { lowerInput, type ToolBinding } from "../tools/tool-binding.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import { replaceLoneSurrogateEscapes } from "./lone-surrogates.ts";

/** What messages are translated for the provider by. */
export interface ProviderContext {
  readonly tools: ToolSet | undefined;
  readonly ids: CallIds;
  /** Whether a tool of this type, which its vendor defines and the client runs, is a function for the provider. */
  readonly isFunction: (builtIn: string) => boolean;
  /** Whether tools that the conversation loads are declared in the provider's request. */
  readonly declaresLoaded: boolean;
  /** Whether client and provider have the same dialect: fields that only it knows are written again. */
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

/** Translates the names, ids and arguments of a message's calls, and the ids of its results. */
export function messageToProvider(message: Message, context: ProviderContext): Message {
  const parts = replaceItems(message.parts, (part) => translatePart(part, context));
  return parts === message.parts ? message : copyMessage(message, parts);
}

function translatePart(part: Part, context: ProviderContext): Part {
  if (part.type === "call") return translateCall(part, context);
  if (part.type === "opaque") return nameLoadedTools(part, context);
  return part.type === "result" ? translateResult(part, context) : part;
}

// A block that lists loaded tools names them as the provider's request declares them.
function nameLoadedTools(part: OpaquePart, { tools, declaresLoaded, report }: ProviderContext): Part {
  const { loads } = part;
  if (!declaresLoaded || loads === undefined || tools === undefined) return part;
  if (!loads.every((tool) => tools.isDeclared(tool))) return part;
  nodeReport(part, report).lose("part", { feature: part.feature, action: "described" });
  const names = loads.map(({ name, namespace }) => qualifiedName(tools.toProvider(name, namespace)));
  return {
    type: "text",
    text: loadedNames(part.text ?? "", names),
    ...(part.origin === undefined ? {} : { origin: part.origin }),
  };
}

function qualifiedName({ name, namespace }: Pick<ToolBinding, "name" | "namespace">): string {
  return namespace === undefined ? name : `${namespace}.${name}`;
}

function loadedNames(text: string, names: readonly string[]): string {
  return names.length === 0 ? text : `${text.slice(0, text.indexOf(":"))}: ${names.join(", ")}]`;
}

function translateResult(source: ResultPart, context: ProviderContext): ResultPart {
  const result = asFunctionResult(source, context);
  const { tools } = context;
  const { name, namespace, kind } = result;
  const id = translateId(result, context);
  if (name === undefined || tools === undefined)
    return id === result.id ? result : copyResult(result, { id, name, namespace, kind });
  const binding = tools.toProvider(name, namespace);
  if (binding.name !== name) reportName(result, binding.name, context.report);
  const now = binding.wrapped ? "function" : binding.kind;
  return copyResult(result, { id, name: binding.name, namespace: undefined, kind: now });
}

function asFunctionResult(result: ResultPart, context: ProviderContext): ResultPart {
  const { builtIn } = result;
  // The result of a tool search becomes that of a function: what is lost in its parts was reported for the result.
  const mark = context.report.ledger.mark();
  const parts = replaceItems(result.parts, (part) => translatePart(part, context));
  if (builtIn !== undefined) context.report.ledger.rewind(mark);
  if (builtIn === undefined || !context.isFunction(builtIn))
    return parts === result.parts ? result : { ...result, parts };
  nodeReport(result, context.report).change("client-tool-to-function");
  return { ...withoutItemFields(result, context), parts, builtIn: undefined };
}

// Fields of one item type have no place in another.
function withoutItemFields<T extends CallPart | ResultPart>(part: T, { sameDialect }: ProviderContext): T {
  return sameDialect ? { ...part, extras: undefined } : part;
}

function reportName({ origin }: CallPart | ResultPart, name: string, report: Report): void {
  report.on((origin?.place ?? Place.root).below(origin?.fields.name ?? "/name")).change("tool-name", name);
}

// Calls of a function that a search has loaded repeat its name as their namespace.
function reportNamespace({ origin }: CallPart, report: Report): void {
  report.on((origin?.place ?? Place.root).below(origin?.fields.namespace ?? "/namespace")).change("plain-namespace");
}

// The free text of a custom tool becomes an argument of the function that replaces it.
function reportWrapped({ origin }: CallPart, report: Report): void {
  report.on(origin?.place ?? Place.root).change("custom-to-function");
}

// An id is reported where only this bridge can map it back.
function translateId({ id, origin }: CallPart | ResultPart, { ids, report }: ProviderContext): string {
  if (id === "") return "";
  const sent = ids.toProvider(id);
  if (!ids.isReversible(id))
    report.on((origin?.place ?? Place.root).below(origin?.fields.id ?? "/id")).change("call-id", sent);
  return sent;
}

// Calls of a vendor's client tool have a form of their own; as a function's, their arguments are JSON.
function clientToolCall(call: CallPart, builtIn: string, context: ProviderContext): CallPart {
  const { tools, report } = context;
  const id = translateId(call, context);
  const binding = tools?.builtInToProvider(builtIn) ?? { name: call.name, kind: "function", wrapped: false };
  nodeReport(call, report).change("client-tool-to-function");
  const wellFormed = replaceLoneSurrogateEscapes(call.input, () => argumentsReport(call, report));
  const input: CallInput = {
    type: "json",
    text: inputAsText(lowerInput(wellFormed, binding, argumentsReport(call, report))),
  };
  const { builtIn: _, namespace: __, ...rest } = withoutItemFields(call, context);
  return { ...rest, id, name: binding.name, input };
}

function translateCall(call: CallPart, context: ProviderContext): CallPart {
  const { tools, report } = context;
  if (call.builtIn !== undefined && context.isFunction(call.builtIn))
    return clientToolCall(call, call.builtIn, context);
  const id = translateId(call, context);
  if (call.origin?.dialect !== context.provider) reportArguments(call, report);
  const wellFormed = replaceLoneSurrogateEscapes(call.input, () => argumentsReport(call, report));
  if (tools === undefined)
    return id === call.id && wellFormed === call.input ? call : { ...call, id, input: wellFormed };
  const binding = tools.toProvider(call.name, call.namespace, call.kind);
  const { name, namespace } = binding;
  const kind = binding.wrapped ? "function" : call.kind;
  if (kind !== call.kind) reportWrapped(call, report);
  if (name !== call.name) reportName(call, name, report);
  else if (call.namespace !== undefined && namespace === undefined) reportNamespace(call, report);
  return copyCall(call, {
    id,
    name,
    namespace,
    kind,
    input: lowerInput(wellFormed, binding, argumentsReport(call, report)),
  });
}
