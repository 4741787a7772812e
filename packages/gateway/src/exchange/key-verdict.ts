import type { KeyFailure } from "../providers/key-health.ts";
import type { AttemptResult } from "./attempt-result.ts";

/** What the result of a request says of the key that it was sent with. */
export type KeyVerdict =
  | { readonly type: "accepted" }
  /** Too many requests, no money, or a provider that fails. */
  | ({ readonly type: "limited" } & KeyFailure)
  | { readonly type: "revoked"; readonly status: number }
  /** Either the key was revoked, or the provider refuses this request with any key. */
  | { readonly type: "forbidden"; readonly status: number }
  | { readonly type: "unknown" };

const UNKNOWN: KeyVerdict = { type: "unknown" };

/** `refusedKey` matches errors by which the provider refuses a key with another status than 401. */
export function keyVerdict(result: AttemptResult, refusedKey?: RegExp): KeyVerdict {
  switch (result.type) {
    case "completed":
      return ACCEPTED;
    case "rejected":
      return result.error.notSent ? UNKNOWN : failureVerdict(result.error, refusedKey);
    case "interrupted": {
      const { status, code = "", message } = result.failure;
      return failureVerdict({ status, code, message }, refusedKey);
    }
    case "client-closed":
      return UNKNOWN;
  }
}

export const ACCEPTED: KeyVerdict = { type: "accepted" };

/** What a failed request says of its key. */
export function failureVerdict(
  { status, code, message, retryAfter }: KeyFailure & { readonly code: string; readonly message: string },
  refusedKey?: RegExp,
): KeyVerdict {
  // The gateway's own errors: the network, a timeout, or an unreadable response.
  if (OWN_CODE.test(code)) return UNKNOWN;
  if (status === 401 || refusedKey?.test(message)) return { type: "revoked", status };
  if (status === 403) return { type: "forbidden", status };
  if (status === 402 || status === 429 || status >= 500) return { type: "limited", status, retryAfter };
  // The provider has read the request, and refuses it for another reason.
  return ACCEPTED;
}

const OWN_CODE = /^(?:upstream_(?!error)|internal$|shutting_down$|\w+_timeout$)/;
