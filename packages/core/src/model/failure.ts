import type { Json } from "./json.ts";

/** What kind of error a provider answered with. */
export type FailureKind =
  | "invalid-request"
  | "authentication"
  | "billing"
  | "permission"
  | "not-found"
  | "conflict"
  | "too-large"
  | "rate-limit"
  | "server"
  | "unavailable"
  | "overloaded"
  | "timeout";

/** A provider's error. */
export interface Failure {
  readonly kind: FailureKind;
  readonly status: number;
  readonly message: string;
  /** The provider's own word for it. */
  readonly code?: string;
  /** The conversation is longer than the model can read: what programs shorten it for. */
  readonly overflow?: boolean;
  /** The field that is at fault. */
  readonly param?: string;
  /** In seconds. */
  readonly retryAfter?: number;
  readonly requestId?: string;
  /** What else the provider told. */
  readonly details?: Json;
}
