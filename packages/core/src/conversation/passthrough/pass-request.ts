// Requests within one dialect.

import type { Ledger } from "../../ledger.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { getAt, withValueAt } from "../../mapping/pointer.ts";
import { callIdRule } from "../../mapping/settings/model-rules.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Steps } from "../../model/steps.ts";
import { Report } from "../../report.ts";
import { isSteps } from "../../steps.ts";
import type { Translation } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { originateCaching } from "../features.ts";
import { reasoningForProvider } from "../reasoning/conversation-reasoning.ts";
import { fitModel } from "../request/fit-model.ts";
import { messageToProvider, providerContext } from "../request/messages-to-provider.ts";
import { fitOwnDialect } from "./fit-own-dialect.ts";
import { normalizePassedRequest } from "./normalize-request.ts";
import { withOwnTools, withoutTools } from "./own-tools.ts";

/** A request that the provider gets as it is, changed only where its model, its signatures or its provider demand it. */
export function* passRequest(
  decoded: CanonicalRequest,
  { body, ledger }: { readonly body: Json; readonly ledger: Ledger },
  conversation: Conversation,
): Steps<Translation> {
  // What decoding changed is passed on unchanged.
  ledger.forgetChanges();
  const report = new Report(ledger, "from_canonical");
  const { client, request: requested = decoded } = conversation;
  const request = copyRequest(decoded, { model: conversation.modelFor(requested) });
  const limited = fitModel(request, conversation, report);
  const messages = withModelIds(requested, reasoningForProvider(limited, conversation, report), conversation, report);
  const changed = isSameList(messages, request.messages) ? limited : copyRequest(limited, { messages });
  const fitted = fitOwnDialect(changed, client, report);
  const encoding = fitted === request ? undefined : client.request.encode(withoutTools(fitted), report);
  const encoded = (isSteps(encoding) ? yield* encoding : encoding) as JsonObject | undefined;
  const value =
    encoded === undefined
      ? (body as JsonObject)
      : withOwnTools(encoded, body as JsonObject, { requested: decoded, sent: fitted });
  const normalizing = conversation.requestLedger();
  const named = withModel(value, decoded, conversation.options.providerModel);
  const normalized = normalizePassedRequest(named, request, conversation, normalizing);
  return {
    value: originateCaching(normalized, conversation, new Report(normalizing, "from_canonical")),
    losses: ledger.losses(),
    changes: [...ledger.changes(), ...normalizing.changes()],
  };
}

// A body names no model where the URL does.
function withModel(
  value: JsonObject,
  { model, origin }: CanonicalRequest,
  providerModel: string | undefined,
): JsonObject {
  const pointer = origin?.fields.model ?? "/model";
  if (model !== undefined) return providerModel === undefined ? value : withValueAt(value, pointer, providerModel);
  return getAt(value, pointer) === undefined ? value : withValueAt(value, pointer, undefined);
}

// Call ids stay, unless another model is asked that has a rule of its own for them.
function withModelIds(
  { model }: CanonicalRequest,
  messages: readonly Message[],
  conversation: Conversation,
  report: Report,
): readonly Message[] {
  const profile = conversation.provider.profile.conversation;
  const { providerModel = model } = conversation.options;
  if (providerModel === model || callIdRule(providerModel, profile) === profile.callIds) return messages;
  const context = { ...providerContext(conversation, report), tools: undefined };
  return messages.map((message) => messageToProvider(message, context));
}

function isSameList(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}
