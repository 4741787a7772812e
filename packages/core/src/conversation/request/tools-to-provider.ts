// The tools of a request: lowered for the provider, or recalled from an earlier request with equal tools.

import { relevantFacts } from "../../facts/relevant.ts";
import type { Ledger } from "../../ledger.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Steps } from "../../model/steps.ts";
import type { ToolDraft } from "../../model/tool.ts";
import type { Conversation } from "../conversation.ts";
import { ToolSet } from "../tools/tool-set.ts";
import { loadedToolsIn, usesToolSearch } from "./tool-search.ts";

/** The tools of a request as the provider gets them. */
export function* translateTools(
  request: CanonicalRequest,
  conversation: Conversation,
  ledger: Ledger,
): Steps<ToolSet | undefined> {
  const { tools, messages } = request;
  const { client, provider, profile, dialects, memory, isSameDialect } = conversation;
  // The calls of a history have names and arguments that the provider must take, even if their tools are gone.
  if (tools === undefined && (isSameDialect || !messages.some(hasCalls))) return undefined;
  const loaded = loadedToolsIn(messages);
  const toolSearch = lacksToolSearch(request, conversation) ? false : undefined;
  const options = { client, provider, profile, dialects, loaded, toolSearch };
  // Tools are decoded when they are first asked for; that of many takes a while.
  const drafts = tools?.drafts ?? NO_TOOLS;
  if (ledger.budget.isPauseDue(drafts.length / 4)) yield;
  const translate = () => ToolSet.translate(drafts, options, ledger);
  const { from, to } = dialects;
  const key = JSON.stringify([from, to, profile, toolSearch ?? true, ...[...loaded].toSorted()]);
  const toolSet = yield* (tools && memory?.recall(drafts, key, translate)) ?? translate();
  for (const each of [tools?.reported, toolSet.reported]) if (each !== undefined) ledger.tools.include(each);
  return toolSet;
}

const NO_TOOLS: readonly ToolDraft[] = [];

function hasCalls({ parts }: Message): boolean {
  return parts.some(({ type }) => type === "call");
}

/** Whether tool search has to become plain functions, although client and provider have the same dialect. */
export function emulatesToolSearch(request: CanonicalRequest, conversation: Conversation): boolean {
  if (!conversation.isSameDialect || !lacksToolSearch(request, conversation)) return false;
  return usesToolSearch(request, conversation.client);
}

function lacksToolSearch(request: CanonicalRequest, conversation: Conversation): boolean {
  const { options, provider, isSameDialect } = conversation;
  if (options.toolSearch === false) return true;
  const model = conversation.modelFor(request);
  // A client that asks for a model of its own dialect knows what the model can do.
  if (isSameDialect && model === conversation.request?.model) return false;
  return provider.profile.searchByModel === true && relevantFacts(model).toolSearch === false;
}
