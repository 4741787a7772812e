import type { JsonObject } from "@toolglot/core";
import type { WebSocketBinding } from "../bindings/binding.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ConnectionResponses } from "../store/connection-responses.ts";
import { loadHistory } from "./history.ts";
import type { ResponsesServices } from "./services.ts";
import { checkStateFields } from "./state-fields.ts";
import { statefulDialect } from "./stores-responses.ts";

/** The events of an empty response, from which a later request of the same connection can continue. */
export async function warmUpEvents(
  { store, makeId, now }: Pick<ResponsesServices, "store" | "makeId" | "now">,
  { model, body: { generate: _, ...body }, caller, match }: GenerateRequest,
  { webSocket, connection }: { readonly webSocket: WebSocketBinding; readonly connection: ConnectionResponses },
): Promise<readonly JsonObject[]> {
  const stateful = statefulDialect(match.binding.dialect);
  if (stateful === undefined) throw new Error(`${match.binding.dialect} has no stored responses`);
  checkStateFields(body, stateful.state);
  const { input, previous } = await loadHistory(connection.over(store), { caller, body, stateful });
  const created = Math.floor(now() / 1000);
  const { id, events } = webSocket.warmUp({ id: makeId(), created, model, body });
  const turn = { id, tenant: caller.tenant, created, input, response: { id, [stateful.state.outputField]: [] } };
  connection.keep({ ...turn, ...(previous === undefined ? {} : { previous }) });
  return events;
}
