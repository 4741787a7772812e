import type { Json } from "./json.ts";
import type { Usage } from "./usage.ts";

/** The kind of a provider's error. */
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
  /** The provider's own error code or type. */
  readonly code?: string;
  /** The request exceeds the model's context window; agents compact the conversation on this error. */
  readonly overflow?: boolean;
  /** The request field that caused it. */
  readonly param?: string;
  /** In seconds. */
  readonly retryAfter?: number;
  readonly requestId?: string;
  /** Further details of the provider. */
  readonly details?: Json;
  /** The tokens of a response that has failed, or is an error to the client alone, such as one with a call that cannot be read. */
  readonly usage?: Usage | undefined;
}
