import type { DialectId, Json, JsonObject } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { Provider } from "../config/config.ts";
import type { CountHooks } from "../exchange/count-tokens.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import { type ExchangeHooks, NO_HOOKS } from "../exchange/hooks.ts";
import { type RequestStore, storeForRequest } from "../store/request-store.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";
import { type History, loadHistory } from "./history.ts";
import { itemEntries } from "./item-references.ts";
import { withPreviousId } from "./previous-response.ts";
import { ResponseCapture } from "./response-capture.ts";
import type { ResponsesServices } from "./services.ts";
import { checkStateFields } from "./state-fields.ts";
import { type StatefulDialect, speaks, statefulDialect, storesResponses } from "./stores-responses.ts";

/** Hooks that resolve references to stored responses; `onCompleted` stores the new response, once. */
export type ResponsesHooks = ExchangeHooks & {
  onCompleted?(): Promise<void>;
  /** Whether the reply's text so far has all of the response. */
  isComplete?(): boolean;
};

/** The hooks for a request, if its dialect can refer to stored responses. */
export function responsesHooks(
  services: ResponsesServices,
  request: GenerateRequest,
): ResponsesHooks | Promise<ResponsesHooks> {
  const stateful = statefulDialect(request.match.binding.dialect);
  if (stateful === undefined) return NO_HOOKS;
  try {
    return statefulHooks(services, request, stateful);
  } catch (error) {
    // It is thrown when the hooks are needed: a request beyond the limits of its key is told so first.
    return Promise.reject(error);
  }
}

/** The hooks for a request to count tokens. */
export async function countHooks(
  { store }: { readonly store: Pick<ResponseStore, "get"> },
  caller: Caller,
  dialect: DialectId,
  body: JsonObject,
): Promise<CountHooks> {
  const stateful = statefulDialect(dialect);
  if (stateful === undefined) return { ...NO_HOOKS, withHistory: (request) => request };
  checkStateFields(body, stateful.state);
  return loadHistory(store, { caller, body, stateful });
}

function statefulHooks(
  services: ResponsesServices,
  request: GenerateRequest,
  stateful: StatefulDialect,
): ResponsesHooks | Promise<ResponsesHooks> {
  const { body, caller, connection, storeTimeout } = request;
  checkStateFields(body, stateful.state);
  const store = storeForRequest(services.store, storeTimeout);
  const history = loadHistory(connection?.over(store) ?? store, { caller, body, stateful });
  const { now, makeId } = services;
  const hooksWith = (loaded: History) => hooksFor({ now, makeId, store }, request, { stateful, history: loaded });
  return history instanceof Promise ? history.then(hooksWith) : hooksWith(history);
}

function hooksFor(
  services: SavingServices & Pick<ResponsesServices, "makeId">,
  request: GenerateRequest,
  { stateful, history }: { readonly stateful: StatefulDialect; readonly history: History },
): ResponsesHooks {
  const { body, stream, connection } = request;
  const { previous } = history;
  const saving =
    body.store !== false || connection !== undefined ? new Saving(services, request, { stateful, history }) : undefined;
  const ids = previous === undefined ? { id: services.makeId() } : { id: services.makeId(), previous };
  const hooks: ResponsesHooks = {
    // Ids of other dialects may repeat or be guessable. A stateful provider's own id is needed to refer to the response.
    responseOptions: ({ provider }) => (speaks(provider, stateful) ? undefined : ids),
    prepare: (requested, next) => {
      saving?.sendTo(next);
      return history.prepare(requested, next);
    },
    withHistory: history.withHistory,
    rewriteReply: ({ provider }) => {
      if (previous === undefined || !speaks(provider, stateful) || storesResponses(provider, stateful))
        return undefined;
      return (text) => withPreviousId(text, previous, { isStream: stream, state: stateful.state });
    },
  };
  return saving === undefined ? hooks : Object.assign(hooks, saving.hooks);
}

/** Saves the response to a request, once. */
class Saving {
  readonly hooks: Required<Pick<ResponsesHooks, "onReplyText" | "isComplete" | "onCompleted">>;
  private destination: Destination | undefined;
  private saved: Promise<void> | undefined;

  constructor(
    services: SavingServices,
    request: GenerateRequest,
    { stateful, history }: Pick<Completed, "stateful" | "history">,
  ) {
    const capture = new ResponseCapture(request.stream, stateful.state);
    this.hooks = {
      onReplyText: (text) => capture.push(text),
      isComplete: () => capture.isComplete,
      onCompleted: () => {
        const { destination } = this;
        this.saved ??= save(services, request, { stateful, history, destination, response: capture.response() });
        return this.saved;
      },
    };
  }

  /** The destination that is tried next. */
  sendTo(destination: Destination): void {
    this.destination = destination;
  }
}

interface SavingServices extends Pick<ResponsesServices, "now"> {
  readonly store: RequestStore;
}

interface Completed {
  readonly stateful: StatefulDialect;
  readonly history: History;
  readonly destination: Destination | undefined;
  readonly response: JsonObject | undefined;
}

async function save(
  { now, store }: SavingServices,
  { body, caller, connection }: GenerateRequest,
  { stateful, history, destination, response }: Completed,
): Promise<void> {
  if (response === undefined || typeof response.id !== "string") return;
  const { id } = response;
  const { previousField, outputField } = stateful.state;
  const previous: Json | undefined = body[previousField];
  const turn = {
    id,
    tenant: caller.tenant,
    created: Math.floor(now() / 1000),
    input: history.input,
    ...(typeof previous === "string" ? { previous } : {}),
    ...(history.earlier.length === 0 ? {} : { earlier: history.earlier }),
  };
  const { provider, maker } = originOf(destination?.provider, stateful);
  const origin = maker === undefined ? {} : { maker };
  if (body.store === false) {
    // The provider has not stored it either, and nothing but the items is needed to continue.
    connection?.keep({ ...turn, response: { id, [outputField]: response[outputField] ?? [] }, ...origin });
    return;
  }
  const stored = { ...turn, response, ...origin, ...(provider === undefined ? {} : { provider }) };
  await Promise.all([stored, ...itemEntries(stored, stateful.state)].map((entry) => store.put(entry)));
}

function originOf(
  provider: Provider | undefined,
  stateful: StatefulDialect,
): Pick<StoredResponse, "provider" | "maker"> {
  if (provider === undefined || !speaks(provider, stateful)) return {};
  return { maker: provider.name, ...(storesResponses(provider, stateful) ? { provider: provider.name } : {}) };
}
