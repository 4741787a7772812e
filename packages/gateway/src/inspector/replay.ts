// "Send again": a recorded request as a new request to this gateway.

import type { JsonObject } from "@toolglot/core";
import { isObject, isProfileName, jsonIn, profileNames, stringifyJson } from "@toolglot/core/base";
import { decodeText } from "../bytes.ts";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import { destinationsFor, unknownModel } from "../exchange/destinations.ts";
import { handleRequest } from "../http/handle-request.ts";
import type { InternalRequest } from "../http/pending-request.ts";
import { findRoute } from "../http/routes.ts";
import type { HttpServices } from "../http/services.ts";
import { REPLACEMENT } from "../observe/redact.ts";
import type { HeaderMap, Incoming, Reply } from "../transport.ts";
import { type ReadBody, withEarlierTurns } from "./earlier-turns.ts";
import type { ExchangeDetail } from "./protocol.ts";

/** An exchange that is to be sent again, and who asks for it. */
export interface ReplaySource {
  readonly detail: ExchangeDetail;
  readonly body: Uint8Array | undefined;
  readonly caller: Caller;
  /** The exchanges before it, the latest first. */
  readonly earlier: readonly ReadBody[];
}

/** Sends the request of an exchange again, perhaps to another model or with another profile; resolves to the id of the new exchange. */
export async function replay(services: HttpServices, source: ReplaySource, options: JsonObject): Promise<string> {
  const { detail, body, caller, earlier } = source;
  const { request, summary } = detail;
  const parsed = body === undefined ? undefined : jsonIn(decodeText(body));
  if (!isObject(parsed ?? null))
    throw new GatewayError("conflict", "body_not_kept", "the request cannot be sent again: its body is not kept");
  const model = modelIn(services, options.model);
  const profile = profileIn(options.profile);
  const whole = await withEarlierTurns(parsed as JsonObject, summary.client, earlier);
  const incoming = incomingWith(request, whole, model);
  const id = services.makeId();
  const internal = { id, caller, replayOf: summary.id, ...profile };
  void handleRequest(services, incoming, new DiscardedReply(), internal);
  return id;
}

function modelIn({ config }: HttpServices, model: unknown): string | undefined {
  if (model === undefined) return undefined;
  if (typeof model !== "string" || model === "") throw invalid("model", "model must be a text, as in PROVIDER/MODEL");
  if (destinationsFor(config, model).length === 0) throw unknownModel(config, model);
  return model;
}

function profileIn(profile: unknown): Pick<InternalRequest, "profile"> {
  if (profile === undefined) return {};
  if (typeof profile === "string" && isProfileName(profile)) return { profile };
  throw invalid("profile", `profile must be one of ${profileNames.join(", ")}`);
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid-request", "invalid_replay", message, { param });
}

// Some dialects have the model in the path.
function incomingWith(
  { method, path, headers }: ExchangeDetail["request"],
  body: JsonObject,
  model: string | undefined,
): Incoming {
  const route = findRoute(method, path, headers);
  const inPath = route.type === "dialect" ? route.match.params.model : undefined;
  const isInBody = model !== undefined && inPath === undefined;
  const bytes = new TextEncoder().encode(stringifyJson(isInBody ? { ...body, model } : body));
  const url = model === undefined || inPath === undefined ? path : withModel(path, inPath, model);
  return { method, url, headers: sentHeaders(headers), body: async () => bytes };
}

function withModel(path: string, before: string, after: string): string {
  const spelled = [before, encodeURIComponent(before)].find((text) => path.includes(text)) ?? before;
  return path.replace(spelled, () => after);
}

/** The headers that are not about the connection or its client. */
function sentHeaders(headers: HeaderMap): HeaderMap {
  const entries = Object.entries(headers).filter(([name, value]) => !OWN.has(name) && value !== REPLACEMENT);
  return Object.fromEntries(entries);
}

const OWN: ReadonlySet<string> = new Set([
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "expect",
]);

/** A reply that nobody reads; what it sends is recorded. */
class DiscardedReply implements Reply {
  begun = false;

  begin(): void {
    this.begun = true;
  }

  write(): boolean {
    return true;
  }

  end(): void {}

  destroy(): void {}

  onClientClosed(): void {}

  onDrain(): void {}
}
