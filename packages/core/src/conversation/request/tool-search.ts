// Tool search: tools that a request declares as deferred, and that the model loads when it needs them.

import type { LoadedTool } from "../../model/content.ts";
import type { Dialect } from "../../model/dialect.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { ToolDraft } from "../../model/tool.ts";
import { loadedKey } from "../../tools/deferral.ts";

/** The tools that a conversation has loaded, as `namespace:name`. */
export function loadedToolsIn(messages: readonly Message[]): ReadonlySet<string> {
  const loaded = new Set<string>();
  for (const { parts } of messages) for (const tool of loadsOf(parts)) loaded.add(loadedKey(tool));
  return loaded;
}

/** Whether a request uses tool search: declares it, defers tools, or holds its calls or results. */
export function usesToolSearch({ tools, messages }: CanonicalRequest, client: Dialect): boolean {
  const { clientSearch } = client.profile;
  const searches = (part: Part): boolean => {
    if (part.type !== "call" && part.type !== "result") return false;
    if (part.builtIn !== undefined && part.builtIn === clientSearch) return true;
    return part.type === "result" && loadsOf(part.parts).length > 0;
  };
  if (messages.some(({ parts }) => parts.some(searches))) return true;
  return tools !== undefined && declaresSearch(tools.drafts, client);
}

function declaresSearch(drafts: readonly ToolDraft[], { profile }: Dialect): boolean {
  return drafts.some(({ tool }) => {
    if (tool.type !== "hosted") return tool.deferLoading === true;
    return tool.kind === "tool-search" || tool.vendorType === profile.clientSearch;
  });
}

function loadsOf(parts: readonly Part[]): readonly LoadedTool[] {
  return parts.flatMap((part) => {
    if (part.type === "result") return loadsOf(part.parts);
    return part.type === "opaque" ? (part.loads ?? []) : [];
  });
}
