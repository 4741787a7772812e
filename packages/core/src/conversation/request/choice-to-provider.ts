// The tool choice of a request. It names tools by the client's names, and may allow some of them only, for which not
// every target has a field.

import { nodeReport } from "../../mapping/provenance.ts";
import type { Choice, ToolReference } from "../../model/choice.ts";
import type { Dialect } from "../../model/dialect.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { ToolDraft } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import type { LoweredTool } from "../../tools/lower-one.ts";
import type { ToolSet } from "../tools/tool-set.ts";

/** What a tool choice is translated by. */
export interface ChoiceContext {
  readonly tools: ToolSet | undefined;
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly report: Report;
}

/** The choice for the provider, and the tools that remain with it. */
export interface ProviderChoice {
  readonly choice?: Choice | undefined;
  readonly drafts?: readonly ToolDraft[] | undefined;
}

/** Translates a tool choice; one that names no declared tool is lost. */
export function choiceToProvider({ choice, tools: place }: CanonicalRequest, context: ChoiceContext): ProviderChoice {
  const { tools, report } = context;
  const drafts = tools?.drafts;
  if (choice === undefined) return { drafts };
  if (tools === undefined || tools.isEmpty) return { choice: withoutTools(choice, report), drafts };
  const declared = { ...context, tools };
  if (choice.tool !== undefined) return { choice: named(choice, choice.tool, declared), drafts };
  if (choice.allowed === undefined) return { choice, drafts };
  const limited = allowedOnly(choice, choice.allowed, declared);
  if (limited.drafts !== drafts && place !== undefined) report.on(place.place).change("tools-by-choice");
  return limited;
}

/** The context of a choice in a request that declares tools. */
interface DeclaredContext extends ChoiceContext {
  readonly tools: ToolSet;
}

function withoutTools(choice: Choice, report: Report): undefined {
  const at = nodeReport(choice, report);
  if (choice.mode === "required") at.lose("choice-without-tools", { feature: "tool_choice" });
  else at.change("choice-without-tools");
}

// A model that cannot call the required tool must not be forced to call another.
function named(choice: Choice, tool: ToolReference, context: DeclaredContext): Choice {
  const sent = translateReference(tool, context);
  if (sent !== undefined) return { ...choice, tool: sent };
  const { tool: _, ...rest } = choice;
  return { ...rest, mode: "auto" };
}

// ── allowed tools ────────────────────────────────────────────

// A target without a list of allowed tools gets only those.
function allowedOnly(choice: Choice, allowed: readonly ToolReference[], context: DeclaredContext): ProviderChoice {
  const { tools, client, provider, report } = context;
  const { drafts } = tools;
  const references = allowed.flatMap((reference) => translateReference(reference, context) ?? []);
  const { allowed: _, ...rest } = choice;
  if (references.length === 0) return { choice: { ...rest, mode: "none" }, drafts };
  if (client === provider) return { choice: { ...rest, allowed: references }, drafts };
  const may = new Set(allowed.map((reference) => tools.findReferenced(reference)));
  const { allowedTools: supported } = provider.profile.conversation;
  // Where a choice names functions alone, hosted tools stay allowed, unless a function is required.
  const allowsHosted = client.profile.conversation.allowedTools === "functions" && choice.mode === "auto";
  const isAllowed = (tool: LoweredTool) => may.has(tool) || (allowsHosted && isHosted(tool));
  const functions = references.filter(({ kind }) => kind !== "hosted");
  const native = supported !== "none" && functions.length > 0;
  if (native && supported === "all" && !allowsHosted) return { choice: { ...rest, allowed: references }, drafts };
  tools.reportLosses(report);
  const sent = tools.only((tool) => isAllowed(tool) || (native && !isHosted(tool)));
  if (native) return { choice: { ...rest, allowed: [...functions, ...hostedIn(isAllowed, context)] }, drafts: sent };
  nodeReport(choice, report).change("tools-left-out");
  return { choice: rest, drafts: sent };
}

// Hosted tools are listed where the target's list can name them.
function hostedIn(isAllowed: (tool: LoweredTool) => boolean, { tools, provider }: DeclaredContext): ToolReference[] {
  if (provider.profile.conversation.allowedTools !== "all") return [];
  return tools.written
    .filter((tool) => isHosted(tool) && isAllowed(tool))
    .flatMap((tool) => hostedReference(tool, tools));
}

function isHosted({ draft }: LoweredTool): boolean {
  return draft.tool.type === "hosted";
}

// ── one tool ────────────────────────────────────────────────────────────────

function translateReference(reference: ToolReference, context: DeclaredContext): ToolReference | undefined {
  const { tools, report, client, provider } = context;
  const tool = tools.findReferenced(reference);
  const isSameDialect = client === provider;
  // Within one dialect a choice may name an undeclared tool, such as one of an MCP server.
  if (isSameDialect && reference.kind === "hosted" && tool?.draft.tool.type !== "function") return reference;
  if (tool === undefined || (isHosted(tool) && !tools.isWritten(tool))) {
    nodeReport(reference, report).lose("unknown-tool", { feature: reference.name });
    return undefined;
  }
  if (isHosted(tool)) return isSameDialect ? reference : { ...reference, ...hostedReference(tool, tools)[0] };
  return functionReference(reference, tool, context);
}

function functionReference(
  { namespace: _, hostedTool, ...rest }: ToolReference,
  tool: LoweredTool,
  { tools, report }: DeclaredContext,
): ToolReference {
  const { name, namespace, kind, wrapped } = tools.bindingOf(tool);
  if (name !== rest.name) nodeReport(rest, report).change("tool-name", name);
  if ((wrapped && rest.kind === "custom") || rest.kind === "hosted")
    nodeReport(rest, report).change(wrapped ? "custom-to-function" : "client-tool-to-function");
  return { ...rest, name, kind: wrapped ? "function" : kind, ...(namespace === undefined ? {} : { namespace }) };
}

function hostedReference(tool: LoweredTool, tools: ToolSet): ToolReference[] {
  const { tool: source } = tool.draft;
  if (source.type !== "hosted" || !tools.isWritten(tool)) return [];
  return [{ kind: "hosted", name: source.name, hosted: source.kind }];
}
