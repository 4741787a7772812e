import type { Json, JsonObject } from "@toolglot/core";
import type { Provider } from "../config/config.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { ExchangeHooks, GenerateRequest } from "../exchange/exchange.ts";
import type { Services } from "../gateway.ts";
import type { StoredResponse } from "../store/store.ts";
import { loadHistory } from "./history.ts";
import { itemEntries } from "./item-references.ts";
import { STATEFUL } from "./items.ts";
import { withPreviousId } from "./previous-response.ts";
import { ResponseCapture } from "./response-capture.ts";
import { checkStateFields } from "./state-fields.ts";
import { storesResponses } from "./stores-responses.ts";

/** What to do with a question, and when it is answered. */
export type ResponsesHooks = ExchangeHooks & { done?(): Promise<void> };

/** What to do with a question for what is stored: go on from an earlier answer, and keep the new one. */
export function responsesHooks(shared: Services, question: GenerateRequest): ResponsesHooks | Promise<ResponsesHooks> {
  return question.match.binding.dialect === STATEFUL ? statefulHooks(shared, question) : STATELESS;
}

async function statefulHooks(shared: Services, question: GenerateRequest): Promise<ResponsesHooks> {
  const { body, caller, stream: streams } = question;
  checkStateFields(body);
  const memory = await loadHistory(shared.store, caller, body);
  const answer = new ResponseCapture(streams);
  let sentTo: Destination | undefined;
  const named = { id: shared.makeId(), ...(memory.previous === undefined ? {} : { previous: memory.previous }) };
  return {
    // What a provider calls its answer may be said twice, or be guessed; one that comes back to it must be told its own.
    responseOptions: ({ provider }) => (provider.dialect === STATEFUL ? undefined : named),
    prepare: (asked, destination) => {
      sentTo = destination;
      return memory.prepare(asked, destination);
    },
    rewriteReply: ({ provider }) => {
      const { previous } = memory;
      if (previous === undefined || provider.dialect !== STATEFUL || storesResponses(provider)) return undefined;
      return (text) => withPreviousId(text, previous, streams);
    },
    ...(body.store === false ? {} : { onReplyText: (text: string) => answer.push(text) }),
    done: async () => {
      if (body.store !== false)
        await keep(shared, question, { response: answer.response(), input: memory.input, sentTo });
    },
  };
}

function makerOf(provider: Provider | undefined): Pick<StoredResponse, "provider" | "maker"> {
  if (provider?.dialect !== STATEFUL) return {};
  return { maker: provider.name, ...(storesResponses(provider) ? { provider: provider.name } : {}) };
}

const STATELESS: ResponsesHooks = { prepare: (body) => ({ body, losses: [] }) };

interface Kept {
  readonly response: JsonObject | undefined;
  readonly input: readonly Json[];
  readonly sentTo: Destination | undefined;
}

async function keep(
  shared: Services,
  { body, caller }: GenerateRequest,
  { response, input, sentTo }: Kept,
): Promise<void> {
  if (response === undefined || typeof response.id !== "string") return;
  const previous = body.previous_response_id;
  const answer = {
    id: response.id,
    tenant: caller.tenant,
    created: Math.floor(shared.now() / 1000),
    input,
    response,
    ...(typeof previous === "string" ? { previous } : {}),
    ...makerOf(sentTo?.provider),
  };
  await Promise.all([answer, ...itemEntries(answer)].map((each) => shared.store.put(each)));
}
