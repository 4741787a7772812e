import type { JsonObject } from "@toolglot/core";
import type { Action, RouteMatch } from "../bindings/binding.ts";
import { countTokens } from "../exchange/count-tokens.ts";
import type { Shared } from "../gateway.ts";
import { DONE, type Findings } from "../observe/request-record.ts";
import { forgetStored, readStored, readStoredInput } from "../responses-state/stored-responses.ts";
import type { HeaderMap } from "../transport.ts";
import { VERSION } from "../version.ts";
import type { Caller } from "./auth.ts";
import { listModels, oneModel } from "./models.ts";

/** What is asked of the gateway in a dialect's words, and is no question to a model. */
export interface Request {
  readonly match: RouteMatch;
  readonly caller: Caller;
  readonly headers: HeaderMap;
  read(): Promise<JsonObject>;
  /** Told if the client goes before it is answered. */
  onGone(listener: () => void): void;
}

export interface Answer {
  readonly value: JsonObject;
  readonly headers?: Record<string, string>;
  readonly findings: Findings;
}

/** Does everything that a dialect has beside asking a model. */
export async function perform(shared: Shared, action: Exclude<Action, "generate">, request: Request): Promise<Answer> {
  const { match, caller } = request;
  const { id = "", model = "" } = match.params;
  switch (action) {
    case "count":
      return countTokens(shared, request, await request.read());
    case "models":
      return plain(match.surface.client.models(listModels(shared.config)));
    case "model":
      return plain(match.surface.client.model(oneModel(shared.config, model)));
    case "show":
      return plain(match.surface.client.model(oneModel(shared.config, shownModel(await request.read()))));
    case "version":
      return plain({ version: VERSION });
    case "stored":
      return plain(await readStored(shared.store, caller, id, match.query));
    case "stored-input":
      return plain(await readStoredInput(shared.store, caller, id, match.query));
    case "forget":
      return plain(await forgetStored(shared, caller, id));
  }
}

function plain(value: JsonObject): Answer {
  return { value, findings: DONE };
}

// Older clients say `name`.
function shownModel({ model, name }: JsonObject): string {
  return String(model ?? name ?? "");
}
