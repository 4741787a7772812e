import type { JsonObject, Loss } from "@toolglot/core";
import type { LostField } from "../bindings/binding.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import type { HeaderMap } from "../transport.ts";
import type { Destination } from "./destinations.ts";
import type { GenerateRequest } from "./generate-request.ts";

/** A translated request as the platform of its destination takes it. */
export interface PlatformRequest {
  readonly body: JsonObject;
  /** Headers to set, or to leave out if they are `undefined`. */
  readonly headers: HeaderMap;
  readonly losses: readonly Loss[];
}

/** Changes a translated request to what the platform of its destination takes. */
export function adaptRequest(request: GenerateRequest, destination: Destination, body: JsonObject): PlatformRequest {
  const { match, stream, headers: client } = request;
  const { provider, model, headers: configured } = destination;
  const { adapt } = providerBinding(provider);
  if (adapt === undefined) return { body, headers: {}, losses: [] };
  const isSameDialect = match.binding.dialect === provider.dialect;
  const headers = isSameDialect ? { ...client, ...configured } : configured;
  const adapted = adapt({ body, headers, model, stream, isSameDialect });
  const losses = (adapted.lost ?? []).map((lost) => lossOf(lost, match.binding.dialect, provider.dialect));
  return { body: adapted.body, headers: adapted.headers ?? {}, losses };
}

function lossOf({ path, feature, level }: LostField, from: string, to: string): Loss {
  const message = `feature ${feature} lost converting from ${from} to ${to}`;
  return { code: "field", feature, path, from, to, level, action: "dropped", message };
}
