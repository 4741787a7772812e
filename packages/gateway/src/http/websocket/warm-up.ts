import { stringifyJson } from "@toolglot/core/base";
import { destinationsFor, unknownModel } from "../../exchange/destinations.ts";
import type { GenerateRequest } from "../../exchange/generate-request.ts";
import { requestIdHeader } from "../../exchange/request-id-header.ts";
import { routedRequest } from "../../exchange/routed-request.ts";
import { type LogFields, SUCCEEDED } from "../../observe/log.ts";
import { warmUpEvents } from "../../responses-state/warm-up.ts";
import type { Reply } from "../../transport.ts";
import type { HttpServices } from "../services.ts";

/** Answers a request for an empty response without a provider; `undefined` if it is another request. */
export function warmUp(services: HttpServices, request: GenerateRequest, reply: Reply): Promise<LogFields> | undefined {
  const { match, connection, body } = request;
  const { webSocket } = match.binding.client;
  if (connection === undefined || webSocket?.isWarmUp(body) !== true) return undefined;
  return sendWarmUp(services, request, reply, () => warmUpEvents(services, request, { webSocket, connection }));
}

async function sendWarmUp(
  { config }: HttpServices,
  request: GenerateRequest,
  reply: Reply,
  load: () => ReturnType<typeof warmUpEvents>,
): Promise<LogFields> {
  const { match, model, body } = request;
  const { dialect, client } = match.binding;
  if (destinationsFor(config, model, routedRequest(dialect, body)).length === 0) throw unknownModel(config, model);
  const events = await load();
  reply.begin(200, { "content-type": client.streamContentType(match), ...requestIdHeader(request) });
  reply.end(events.map((event) => `data: ${stringifyJson(event)}\n\n`).join(""));
  return { ...SUCCEEDED, model, stream: true };
}
