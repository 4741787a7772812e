import type { Config } from "../config/config.ts";
import { secretsInHeader } from "./redact.ts";

/** The secrets of a config: keys, and the values of headers that look like credentials. */
export function secretsIn({ providers, routes, secrets = [] }: Config): string[] {
  const headers = [...providers.values(), ...routes].flatMap((each) => Object.entries(each.headers));
  const secret = headers.filter(([name]) => SECRET_HEADER.test(name)).flatMap(([, value]) => secretsInHeader(value));
  const keys = [...providers.values()].flatMap(({ apiKey }) => (apiKey ? [apiKey] : []));
  // For servers without keys, a placeholder such as `ollama` is common; it is no secret.
  const names = [...providers.values()].map(({ name, dialect }) => `${name} ${dialect}`.toLowerCase());
  return [...keys, ...secret, ...secrets].filter((each) => !names.some((name) => name.includes(each.toLowerCase())));
}

const SECRET_HEADER = /auth|key|token|secret|cookie|password/i;
