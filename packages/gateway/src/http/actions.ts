import type { JsonObject } from "@toolglot/core";
import type { Action, RouteMatch } from "../bindings/binding.ts";
import type { Caller } from "../caller.ts";
import { countTokens } from "../exchange/count-tokens.ts";
import { type LogFields, SUCCEEDED } from "../observe/log.ts";
import { countHooks } from "../responses-state/hooks.ts";
import { deleteResponse, getResponse, listInputItems } from "../responses-state/stored-responses.ts";
import type { HeaderMap } from "../transport.ts";
import { VERSION } from "../version.ts";
import { findModel, listModels } from "./models.ts";
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
  action: Exclude<Action, "generate">,
  request: ActionRequest,
): Promise<ActionResult> {
  const { match, caller } = request;
  const { client } = match.binding;
  const { id = "", model = "" } = match.params;
  switch (action) {
    case "count":
      return count(services, request);
    case "models":
      return success(client.formatModels(listModels(services.config)));
    case "model":
      return success(client.formatModel(findModel(services.config, model)));
    case "show":
      return success(client.formatModel(findModel(services.config, modelIn(await request.readBody()))));
    case "version":
      return success({ version: VERSION });
    case "stored":
      return success(await getResponse(services.store, caller, id, match.query));
    case "stored-input":
      return success(await listInputItems(services.store, caller, id, match.query));
    case "forget":
      return success(await deleteResponse(services, caller, id));
  }
}

async function count(services: HttpServices, request: ActionRequest): Promise<ActionResult> {
  const { match, caller, headers } = request;
  const body = await request.readBody();
  const onClientClosed = (listener: () => void) => request.onClientClosed(listener);
  return countTokens(services, { match, headers, body, onClientClosed }, (counted) =>
    countHooks(services, caller, match.binding.dialect, counted),
  );
}

function success(value: JsonObject): ActionResult {
  return { value, logFields: SUCCEEDED };
}

// Older clients of Ollama send `name`: https://docs.ollama.com/api-reference/show-model-details
function modelIn({ model, name }: JsonObject): string {
  return String(model ?? name ?? "");
}
