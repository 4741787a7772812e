import type { JsonObject } from "@toolglot/core";
import type { Action, RouteMatch } from "../bindings/binding.ts";
import { countTokens } from "../exchange/count-tokens.ts";
import type { Services } from "../gateway.ts";
import { type LogFields, SUCCEEDED } from "../observe/request-record.ts";
import { deleteResponse, getResponse, listInputItems } from "../responses-state/stored-responses.ts";
import type { HeaderMap } from "../transport.ts";
import { VERSION } from "../version.ts";
import type { Caller } from "./auth.ts";
import { findModel, listModels } from "./models.ts";

/** What is asked of the gateway in a dialect's words, and is no question to a model. */
export interface ActionRequest {
  readonly match: RouteMatch;
  readonly caller: Caller;
  readonly headers: HeaderMap;
  read(): Promise<JsonObject>;
  /** Told if the client goes before it is answered. */
  onClientClosed(listener: () => void): void;
}

export interface ActionResult {
  readonly value: JsonObject;
  readonly headers?: Record<string, string>;
  readonly logFields: LogFields;
}

/** Does everything that a dialect has beside asking a model. */
export async function performAction(
  shared: Services,
  action: Exclude<Action, "generate">,
  request: ActionRequest,
): Promise<ActionResult> {
  const { match, caller } = request;
  const { id = "", model = "" } = match.params;
  switch (action) {
    case "count":
      return countTokens(shared, request, await request.read());
    case "models":
      return plain(match.binding.client.formatModels(listModels(shared.config)));
    case "model":
      return plain(match.binding.client.formatModel(findModel(shared.config, model)));
    case "show":
      return plain(match.binding.client.formatModel(findModel(shared.config, shownModel(await request.read()))));
    case "version":
      return plain({ version: VERSION });
    case "stored":
      return plain(await getResponse(shared.store, caller, id, match.query));
    case "stored-input":
      return plain(await listInputItems(shared.store, caller, id, match.query));
    case "forget":
      return plain(await deleteResponse(shared, caller, id));
  }
}

function plain(value: JsonObject): ActionResult {
  return { value, logFields: SUCCEEDED };
}

// Older clients say `name`.
function shownModel({ model, name }: JsonObject): string {
  return String(model ?? name ?? "");
}
