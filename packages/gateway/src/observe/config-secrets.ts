import type { Config } from "../config/config.ts";
import { secretsOfState } from "../config/state.ts";
import { secretsOfAuth } from "../providers/credentials/settings.ts";
import { secretsInHeader } from "./redact.ts";

/** The secrets of a config: keys, and the values of headers that look like credentials. */
export function secretsIn({ providers, routes, state, telemetry, secrets = [] }: Config): string[] {
  const withHeaders = [...providers.values(), ...routes, ...(telemetry === undefined ? [] : [telemetry])];
  const headers = withHeaders.flatMap((each) => Object.entries(each.headers));
  const secret = headers.filter(([name]) => SECRET_HEADER.test(name)).flatMap(([, value]) => secretsInHeader(value));
  const keys = [...providers.values()].flatMap(({ apiKey, apiKeys = [], auth }) => [
    ...(apiKey ? [apiKey] : []),
    ...apiKeys.map(({ key }) => key),
    ...(auth === undefined ? [] : secretsOfAuth(auth)),
  ]);
  // For servers without keys, a placeholder such as `ollama` is common; it is no secret.
  const names = [...providers.values()].map(({ name, dialect }) => `${name} ${dialect}`.toLowerCase());
  const shared = state === undefined ? [] : secretsOfState(state);
  return [...keys, ...secret, ...shared, ...secrets].filter(
    (each) => !names.some((name) => name.includes(each.toLowerCase())),
  );
}

const SECRET_HEADER = /auth|key|token|secret|cookie|password/i;
