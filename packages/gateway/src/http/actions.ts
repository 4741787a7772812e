import type { JsonObject } from "@toolglot/core";
import type { Action, RouteMatch } from "../bindings/binding.ts";
import { requestedModel } from "../bindings/requested-model.ts";
import type { Caller } from "../caller.ts";
import { countTokens } from "../exchange/count-tokens.ts";
import { embed } from "../exchange/embed.ts";
import { type LogFields, SUCCEEDED } from "../observe/log.ts";
import { countHooks } from "../responses-state/hooks.ts";
import {
  cancelResponse,
  deleteResponse,
  getResponse,
  listInputItems,
  type StoredRequest,
} from "../responses-state/stored-responses.ts";
import { statefulDialect } from "../responses-state/stores-responses.ts";
import { storeForRequest } from "../store/request-store.ts";
import type { HeaderMap } from "../transport.ts";
import { VERSION } from "../version.ts";
import { checkModel } from "./allowed-models.ts";
import { withinLimits } from "./key-usage.ts";
import { findModel } from "./models.ts";
import { modelsFor } from "./provider-models.ts";
import type { HttpServices } from "./services.ts";

/** A request of a dialect. */
export interface ActionRequest {
  readonly match: RouteMatch;
  readonly caller: Caller;
  readonly headers: HeaderMap;
  readBody(): Promise<JsonObject>;
  /** Called if the client closes the connection before it has the reply. */
  onClientClosed(listener: () => void): void;
}

export interface ActionResult {
  readonly value: JsonObject;
  readonly headers?: Record<string, string>;
  readonly logFields: LogFields;
}

/** Performs the requests of a dialect that do not ask a model for a response. */
export async function performAction(
  services: HttpServices,
  action: Exclude<Action, "generate" | "connect">,
  request: ActionRequest,
): Promise<ActionResult> {
  const { match, caller } = request;
  const { client } = match.binding;
  const { model = "" } = match.params;
  switch (action) {
    case "count":
      return count(services, request);
    case "embed":
      return embedInput(services, request);
    case "models":
      return success(client.formatModels(await modelsFor(services, caller)));
    case "model":
      return success(client.formatModel(findModel(services.config, model)));
    case "show":
      return success(client.formatModel(findModel(services.config, modelIn(await request.readBody()))));
    case "version":
      return success({ version: VERSION });
    case "stored":
      return success(await getResponse(services.store, storedRequest(request)));
    case "stored-input":
      return success(await listInputItems(services.store, storedRequest(request)));
    case "forget":
      return success(await deleteResponse(services, storedRequest(request)));
    case "cancel":
      return cancelResponse(services.store, storedRequest(request));
  }
}

async function count(services: HttpServices, request: ActionRequest): Promise<ActionResult> {
  const { match, caller, headers } = request;
  const body = await request.readBody();
  checkModel(caller, String(requestedModel(match, body) ?? ""));
  const onClientClosed = (listener: () => void) => request.onClientClosed(listener);
  const store = storeForRequest(services.store, services.newStoreTimeout());
  return countTokens(services, { match, headers, body, caller, onClientClosed }, (counted) =>
    countHooks({ store }, caller, match.binding.dialect, counted),
  );
}

async function embedInput(services: HttpServices, request: ActionRequest): Promise<ActionResult> {
  const { match, headers, caller } = request;
  const body = await request.readBody();
  const model = String(body.model ?? "");
  checkModel(caller, model);
  const onClientClosed = (listener: () => void) => request.onClientClosed(listener);
  const run = () => embed(services, { match, headers, body, onClientClosed });
  const limited = { match, body, caller, model, maxOutput: 0 };
  const { logFields, ...embeddings } = await withinLimits(services, limited, run, (result) => result.logFields);
  return { ...embeddings, logFields: { ...logFields, ...(caller.tenant === "" ? {} : { key: caller.tenant }) } };
}

function storedRequest({ match, caller }: ActionRequest): StoredRequest {
  const { dialect } = match.binding;
  const stateful = statefulDialect(dialect);
  if (stateful === undefined) throw new Error(`${dialect} has no stored responses`);
  return { caller, stateful, id: match.params.id ?? "", query: match.query };
}

function success(value: JsonObject): ActionResult {
  return { value, logFields: SUCCEEDED };
}

// Older clients of Ollama send `name`: https://docs.ollama.com/api-reference/show-model-details
function modelIn({ model, name }: JsonObject): string {
  return String(model ?? name ?? "");
}
