// A whole request, from the client's body to the provider's. ARCHITECTURE.md lists the steps in their order.

import { relevantFacts } from "../../facts/relevant.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { callIdRule } from "../../mapping/settings/model-rules.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest, DeclaredTools } from "../../model/request.ts";
import type { Eventually, Steps } from "../../model/steps.ts";
import type { ToolDraft } from "../../model/tool.ts";
import { Report } from "../../report.ts";
import { after, isSteps } from "../../steps.ts";
import type { Translation } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { featuresOf, originateCaching } from "../features.ts";
import { reasoningForProvider } from "../reasoning/conversation-reasoning.ts";
import { arrangeMessages } from "./arrange-messages.ts";
import { choiceToProvider } from "./choice-to-provider.ts";
import { type DecodedRequest, withAddress } from "./decode-request.ts";
import { fitModel } from "./fit-model.ts";
import { declareLoadedTools } from "./loaded-tools.ts";
import { messageToProvider, providerContext } from "./messages-to-provider.ts";
import { endWithUserTurn, withoutSystemMessages } from "./model-limits.ts";
import { lowerResponseFormat } from "./response-format.ts";
import { withoutToolDeclarations } from "./tool-declarations.ts";
import { emulatesToolSearch, translateTools } from "./tools-to-provider.ts";
import { TranslatedRequest } from "./translated-request.ts";

/** Translates a client's request for the provider, and remembers what its response needs to know. */
export function* translateRequest(decoded: DecodedRequest, conversation: Conversation): Steps<Translation> {
  const { body, ledger } = decoded;
  if (decoded.request === undefined) return { value: body as JsonObject, losses: [], changes: [] };
  const { provider, isSameDialect } = conversation;
  const requested = withAddress(decoded.request, conversation);
  conversation.request = requested;
  conversation.useModel(conversation.modelFor(requested));
  const { toolSearch, passthrough } = featuresOf(conversation);
  conversation.search = toolSearch?.begin(requested, conversation);
  conversation.emulatesToolSearch = conversation.search !== undefined || emulatesToolSearch(requested, conversation);
  if (passthrough !== undefined && conversation.isPassthrough)
    return yield* passthrough.request(decoded.request, decoded, conversation);
  // The dialect writes back what decoding changed.
  if (isSameDialect) ledger.forgetChanges();
  const declared = isSameDialect && !conversation.emulatesToolSearch ? requested : declareLoadedTools(requested);
  const { search } = conversation;
  const request = (search && toolSearch?.declare(declared, search)) ?? declared;
  conversation.tools = yield* translateTools(request, conversation, ledger);
  const report = new Report(ledger, "from_canonical");
  if (search !== undefined) report.on(request.tools?.place ?? report.place).change("emulated-tool-search");
  const sent = yield* requestToProvider(request, conversation, report);
  const encoding = provider.request.encode(sent, report);
  const value = (isSteps(encoding) ? yield* encoding : encoding) as JsonObject;
  const own = isSameDialect ? passthrough?.normalize(value, request, conversation, ledger) : undefined;
  const cached = originateCaching(own ?? value, conversation, report);
  if (ledger.isEmpty) return { value: cached, losses: [], changes: [] };
  return new TranslatedRequest(cached, { request, ledger });
}

/** The canonical request that the provider's dialect encodes. */
export function* requestToProvider(
  requested: CanonicalRequest,
  conversation: Conversation,
  report: Report,
): Steps<CanonicalRequest> {
  const { client, provider, tools: toolSet } = conversation;
  const fitted = fitModel(conversation.withProviderModel(requested), conversation, report);
  const format = lowerResponseFormat(fitted, conversation, report);
  const { request, lens } = isSteps(format) ? yield* format : format;
  conversation.format = lens;
  const context = providerContext(conversation, report);
  const { budget } = report.ledger;
  const messages: Message[] = [];
  for (const message of withoutToolDeclarations(reasoningForProvider(request, conversation, report), context)) {
    messages.push(messageToProvider(message, context));
    if (budget.isPauseDue(message.parts.length / 4)) yield;
  }
  const { choice, drafts: offered } = choiceToProvider(request, { tools: toolSet, client, provider, report });
  const { search } = conversation;
  const drafts = search === undefined ? offered : offered?.filter(({ tool }) => !search.isHidden(tool));
  const sent = { messages, tools: request.tools && drafts && sentTools(request.tools, drafts), choice };
  const { passthrough } = featuresOf(conversation);
  if (passthrough !== undefined && conversation.isSameDialect)
    return passthrough.fit(copyRequest(request, sent), provider, report);
  const ordered = orderMessages(messages, request, conversation, report);
  return copyRequest(request, { ...sent, messages: isSteps(ordered) ? yield* ordered : ordered });
}

function sentTools({ place, reported, loaded }: DeclaredTools, drafts: readonly ToolDraft[]): DeclaredTools {
  return { drafts, place, reported, loaded };
}

function orderMessages(
  messages: readonly Message[],
  { model }: CanonicalRequest,
  { provider }: Conversation,
  report: Report,
): Eventually<readonly Message[]> {
  const profile = provider.profile.conversation;
  const facts = relevantFacts(model);
  const options = {
    dialect: provider.id,
    profile,
    callIds: callIdRule(model, profile),
    midSystem: profile.system === "by-model" && facts.midSystem === true,
  };
  const arranged = arrangeMessages(withoutSystemMessages(messages, facts, report), options, report);
  return after(arranged, (list) => endWithUserTurn(list, facts, report));
}
