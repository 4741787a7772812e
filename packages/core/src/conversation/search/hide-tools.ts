// When tool search is emulated, and what its first request looks like.

import { relevantFacts } from "../../facts/relevant.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import { isDeferred, loadedKey } from "../../tools/deferral.ts";
import type { Conversation } from "../conversation.ts";
import { loadedToolsIn } from "../request/tool-search.ts";
import { calledToolsIn, EmulatedSearch } from "./emulated-search.ts";

/** The search for a request whose deferred tools are hidden. */
export function emulatedSearch(request: CanonicalRequest, conversation: Conversation): EmulatedSearch | undefined {
  const { emulateToolSearch } = conversation.options;
  const { tools, messages, choice } = request;
  if (emulateToolSearch === undefined || tools === undefined || !lacksSearch(request, conversation)) return undefined;
  const deferred = tools.drafts.map(({ tool }) => tool).filter(isDeferred);
  if (deferred.length <= emulateToolSearch.moreThan) return undefined;
  const chosen = choice?.tool === undefined ? [] : [loadedKey(choice.tool)];
  const stored = [...(conversation.storedReasoning?.values() ?? [])].flatMap(({ loaded: found = [] }) => found);
  const loaded = new Set([...loadedToolsIn(messages), ...calledToolsIn(messages), ...chosen, ...stored]);
  return new EmulatedSearch(deferred, { name: freeName(tools.drafts), loaded });
}

/** The request with the function that searches in place of the vendor's, and with no tool deferred. */
export function withSearchFunction(request: CanonicalRequest, search: EmulatedSearch): CanonicalRequest {
  const { tools } = request;
  if (tools === undefined) return request;
  const own = { tool: search.tool, name: search.tool.name };
  const drafts = [...tools.drafts.filter(({ tool }) => !isHostedSearch(tool)).map(inFull), own];
  const { place, reported, loaded } = tools;
  return copyRequest(request, { tools: { drafts, place, reported, loaded } });
}

function lacksSearch(request: CanonicalRequest, conversation: Conversation): boolean {
  const { provider, isSameDialect } = conversation;
  const model = conversation.modelFor(request);
  // A client that asks for a model of its own dialect knows what the model can do.
  if (isSameDialect && model === request.model) return false;
  const { hosted, searchByModel } = provider.profile;
  return hosted["tool-search"] === undefined || (searchByModel === true && relevantFacts(model).toolSearch === false);
}

function isHostedSearch(tool: ToolFields): boolean {
  return tool.type === "hosted" && tool.kind === "tool-search";
}

function inFull(draft: ToolDraft): ToolDraft {
  if (!isDeferred(draft.tool)) return draft;
  const { deferLoading: _, ...tool } = draft.tool as Exclude<ToolFields, { type: "hosted" }>;
  return { ...draft, tool: tool as ToolFields };
}

const NAME = "search_tools";

function freeName(drafts: readonly ToolDraft[]): string {
  const names = new Set(drafts.map(({ tool }) => tool.name));
  let name = NAME;
  for (let number = 2; names.has(name); number++) name = `${NAME}_${number}`;
  return name;
}
