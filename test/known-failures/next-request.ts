import type { Json } from "@toolglot/core";
import { translateResponse } from "./translate.ts";
import { type DialectName, type Fields, PARIS, WEATHER, withResponse, withTurns, writeRequest } from "./wire.ts";

/** What Gemini gives back signed. */
export const SIGNATURE = "EqUCSEALEDBYGEMINI";
/** The results of the call. */
export const SUN = { results: [{ ...PARIS, content: "Sun" }] };
/** A question for which a tool is called. */
export const REQUESTED = { tools: [WEATHER], turns: [{ user: "Weather?" }] };

/** The next request of a client that sends back what it was answered. */
export async function nextRequest(client: DialectName, provider: DialectName, response: Json): Promise<Fields> {
  const request = writeRequest(client, REQUESTED);
  const { body, calls } = await translateResponse(client, provider, response, request);
  const results = calls.map(({ id, name }) => ({ id: id ?? PARIS.id, name, content: "Sun" }));
  return withTurns(client, withResponse(client, request, body), [{ results }]);
}
