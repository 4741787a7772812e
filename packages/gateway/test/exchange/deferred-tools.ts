import Anthropic from "@anthropic-ai/sdk";
import type { JsonObject } from "@toolglot/core";
import type { GatewaySetup } from "../support/gateway.ts";

const SERVERS = ["github", "calendar", "files", "mail"];
export const ACTIONS = ["create", "list", "delete", "update"];
const NOUNS = { github: "issue", calendar: "event", files: "document", mail: "message" } as Record<string, string>;

/** Sixteen tools of four servers, which the client defers, and one that it does not. */
export const DEFERRED = SERVERS.flatMap((server) =>
  ACTIONS.map((action) => ({
    name: `mcp__${server}__${action}_${NOUNS[server]}`,
    description: `Lets you ${action} one ${NOUNS[server]} in ${server}.`,
    input_schema: { type: "object" as const, properties: { title: { type: "string" } }, required: ["title"] },
    defer_loading: true,
  })),
);
const SHOWN = { name: "now", description: "The time.", input_schema: { type: "object" as const, properties: {} } };
const SEARCH = { type: "tool_search_tool_bm25_20251119" as const, name: "tool_search_tool_bm25" as const };
export const TOOLS = [SEARCH, SHOWN, ...DEFERRED];

export const WANTED = "mcp__github__create_issue";

export const auto = (provider: string, model: string): Partial<GatewaySetup> => ({
  routes: [{ match: "*", to: [{ provider, model }], toolSearch: "auto" }],
});

export function claude(url: string): Anthropic {
  return new Anthropic({ baseURL: url, apiKey: "x", maxRetries: 0 });
}

export const QUESTION = { model: "claude-opus-5-5", max_tokens: 1000, tools: TOOLS as Anthropic.Messages.ToolUnion[] };

export function search(query: string): JsonObject {
  return { name: "search_tools", arguments: { query } };
}

/** The names of the tools that a request declares, in any dialect. */
export function declared(body: string): string[] {
  const tools = JSON.parse(body).tools as Record<string, unknown>[];
  const named = tools.flatMap((tool) => (tool.functionDeclarations as object[] | undefined) ?? [tool]);
  return named.map((tool) => {
    const { name, function: called } = tool as { name?: string; function?: { name: string } };
    return called?.name ?? name ?? "";
  });
}
