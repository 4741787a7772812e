import type { DialectId, Json, JsonObject } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { Provider } from "../config/config.ts";
import type { CountHooks } from "../exchange/count-tokens.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import { type ExchangeHooks, NO_HOOKS } from "../exchange/hooks.ts";
import type { StoredResponse } from "../store/store.ts";
import { type History, loadHistory } from "./history.ts";
import { itemEntries } from "./item-references.ts";
import { withPreviousId } from "./previous-response.ts";
import { ResponseCapture } from "./response-capture.ts";
import type { ResponsesServices } from "./services.ts";
import { checkStateFields } from "./state-fields.ts";
import { isStateful, storesResponses } from "./stores-responses.ts";

/** Hooks that resolve references to stored responses; `onCompleted` stores the new response. */
export type ResponsesHooks = ExchangeHooks & { onCompleted?(): Promise<void> };

/** The hooks for a request, if its dialect can refer to stored responses. */
export function responsesHooks(
  services: ResponsesServices,
  request: GenerateRequest,
): ResponsesHooks | Promise<ResponsesHooks> {
  return isStateful(request.match.binding) ? statefulHooks(services, request) : NO_HOOKS;
}

/** The hooks for a request to count tokens. */
export async function countHooks(
  { store }: Pick<ResponsesServices, "store">,
  caller: Caller,
  dialect: DialectId,
  body: JsonObject,
): Promise<CountHooks> {
  if (!isStateful({ dialect })) return { ...NO_HOOKS, withHistory: (request) => request };
  checkStateFields(body);
  return loadHistory(store, caller, body);
}

async function statefulHooks(services: ResponsesServices, request: GenerateRequest): Promise<ResponsesHooks> {
  const { body, caller, stream } = request;
  checkStateFields(body);
  const history = await loadHistory(services.store, caller, body);
  const { previous } = history;
  const capture = new ResponseCapture(stream);
  let destination: Destination | undefined;
  const ids = { id: services.makeId(), ...(previous === undefined ? {} : { previous }) };
  return {
    // Ids of other dialects may repeat or be guessable. A stateful provider's own id is needed to refer to the response.
    responseOptions: ({ provider }) => (isStateful(provider) ? undefined : ids),
    prepare: (requested, next) => {
      destination = next;
      return history.prepare(requested, next);
    },
    rewriteReply: ({ provider }) => {
      if (previous === undefined || !isStateful(provider) || storesResponses(provider)) return undefined;
      return (text) => withPreviousId(text, previous, stream);
    },
    ...(body.store === false ? {} : { onReplyText: (text: string) => capture.push(text) }),
    onCompleted: async () => {
      if (body.store !== false) await save(services, request, { history, destination, response: capture.response() });
    },
  };
}

interface Completed {
  readonly history: History;
  readonly destination: Destination | undefined;
  readonly response: JsonObject | undefined;
}

async function save(
  { now, store }: ResponsesServices,
  { body, caller }: GenerateRequest,
  { history, destination, response }: Completed,
): Promise<void> {
  if (response === undefined || typeof response.id !== "string") return;
  const previous: Json | undefined = body.previous_response_id;
  const stored = {
    id: response.id,
    tenant: caller.tenant,
    created: Math.floor(now() / 1000),
    input: history.input,
    response,
    ...(typeof previous === "string" ? { previous } : {}),
    ...originOf(destination?.provider),
  };
  await Promise.all([stored, ...itemEntries(stored)].map((entry) => store.put(entry)));
}

function originOf(provider: Provider | undefined): Pick<StoredResponse, "provider" | "maker"> {
  if (provider === undefined || !isStateful(provider)) return {};
  return { maker: provider.name, ...(storesResponses(provider) ? { provider: provider.name } : {}) };
}
