// Headers whose name says that their value is a secret (`authorization`, `x-api-key`, …).

import { REPLACEMENT } from "../../observe/redact.ts";
import type { HeaderMap } from "../../transport.ts";

/** Headers without the values of those that are named like secrets: done before they are kept. */
export function withoutSecrets(headers: HeaderMap): Readonly<Record<string, string>> {
  let clean: Record<string, string> | undefined;
  for (const name in headers)
    if (isSecret(name)) {
      clean ??= { ...headers } as Record<string, string>;
      clean[name] = REPLACEMENT;
    }
  return clean ?? (headers as Record<string, string>);
}

/** Whether a header's value is a secret, by its name. */
export function isSecret(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const secret = SECRET_NAME.test(name) && !COUNTS.test(name);
  if (judged.size < MAX_JUDGED) judged.set(name, secret);
  return secret;
}

const SECRET_NAME = /auth|key|token|secret|cookie|password|credential|signature/i;
/** Headers that count tokens. */
const COUNTS = /ratelimit|tokens/i;

/** Bounded, since clients can send any header. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 1000;
