// Which conversation a request belongs to, and which agent has sent it, so that the page can group exchanges.

import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { bindings } from "../bindings/index.ts";
import { conversationId } from "../exchange/conversation-id.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";

/** What a request tells of its conversation. */
export interface ConversationHints {
  readonly model: string;
  readonly stream: boolean;
  readonly agent: string | undefined;
  readonly session: string;
  /** The number of tools that are offered. */
  readonly tools: number;
}

/** Reads a few fields of a request that is parsed anyway. */
export function conversationHints(request: GenerateRequest): ConversationHints {
  const { model, stream, match, headers, body } = request;
  return {
    model,
    stream,
    agent: agentNamed(headers["user-agent"] ?? ""),
    session: conversationId(request) ?? "",
    tools: toolCount(body, match.binding.client.moreTools?.(body) ?? []),
  };
}

function toolCount({ tools, functions }: JsonObject, more: readonly Json[]): number {
  const offered = tools ?? functions;
  return declared(Array.isArray(offered) ? offered : []) + declared(more);
}

function declared(tools: readonly Json[]): number {
  let count = 0;
  for (const tool of tools) count += Math.max(1, isObject(tool) ? nestedCount(tool) : 0);
  return count;
}

// Several functions may be declared in one tool, or in a namespace.
function nestedCount({
  tools = null,
  functionDeclarations = tools,
  function_declarations: other = functionDeclarations,
}: JsonObject): number {
  return Array.isArray(other) ? other.length : 0;
}

/** The name of the agent with a user agent. */
function agentNamed(userAgent: string): string | undefined {
  const known = named.get(userAgent);
  if (known !== undefined) return known.name;
  const agent = AGENTS.find((each) => each.userAgent.test(userAgent));
  if (named.size < MAX_NAMED) named.set(userAgent, { name: agent?.name });
  return agent?.name;
}

const AGENTS = bindings.flatMap(({ client }) => client.agents ?? []);
const named = new Map<string, { readonly name: string | undefined }>();
const MAX_NAMED = 200;
