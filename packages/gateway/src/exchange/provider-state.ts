import type { Loss } from "@toolglot/core";
import type { ProviderState } from "../bindings/binding.ts";
import type { Caller } from "../caller.ts";
import type { Provider } from "../config/config.ts";
import type { Destination } from "./destinations.ts";
import { type ErrorReply, gatewayErrorReply } from "./error-reply.ts";
import type { GenerateRequest } from "./generate-request.ts";
import { keepsConversations } from "./keeps-conversations.ts";

/**
 * Refuses a request that refers to what only some providers keep, if this one does not: without it, most of the conversation would
 * be missing. No other destination is tried, because a client that can send everything should, to the first of them.
 */
export function refusedState(
  { match, body, caller }: GenerateRequest,
  { provider }: Destination,
  losses: readonly Loss[],
): ErrorReply | undefined {
  const { dialect, client } = match.binding;
  for (const state of client.providerState ?? []) {
    if ((body[state.field] ?? null) === null) continue;
    const isLost = losses.some(({ path }) => path === `/${state.field}`);
    const reason = isLost ? NOT_KEPT : whyNotKept(state, provider, caller);
    if (reason === undefined) continue;
    const { field: param, what, code = "unsupported_parameter", details } = state;
    const message = `${param}: this is ${what}, ${reason}: send the whole conversation without it`;
    const failure = { kind: "invalid-request", status: 400, code, message, param } as const;
    return gatewayErrorReply(dialect, details === undefined ? failure : { ...failure, details });
  }
  return undefined;
}

function whyNotKept({ isConversation }: ProviderState, provider: Provider, { tenant }: Caller): string | undefined {
  if (isConversation !== true) return undefined;
  if (!keepsConversations(provider)) return NOT_KEPT;
  // It may be that of another key.
  return tenant === "" ? undefined : "whose owner the gateway does not know";
}

const NOT_KEPT = "which the provider of this model is not known to keep";
