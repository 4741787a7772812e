import { isObject } from "../../json/value.ts";
import {
  failureKindFor,
  NO_STATUS,
  providerStatus,
  retryAfterIn,
  statusFor,
  withContextOverflow,
} from "../../mapping/nodes/failure.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { errorHolderIn, failureKindOf } from "./failed-response.ts";
import { quirkList, quirkTable } from "./quirks/index.ts";

/** Reads an error response, in the envelope of any compatible server. */
export function decodeFailure(wire: Json, status: number): Failure {
  const body = isObject(wire) ? wire : {};
  const error = isObject(body.error) ? body.error : body;
  const metadata = isObject(error.metadata) ? error.metadata : undefined;
  const actualStatus = status === NO_STATUS ? (statusIn(error) ?? status) : status;
  const kind = kindOf(actualStatus, error, metadata);
  // With `code: null`, the type is not taken for the code.
  const type = error.code === null ? undefined : codeOf(error.type);
  const code = codeOf(error.code) ?? codeOf(metadata?.error_type) ?? type;
  const hint = retryAfterIn(metadata ?? error);
  const failure: Failure = {
    kind,
    status: providerStatus(kind, actualStatus),
    message: messageOf(wire, error, metadata),
    ...(code === undefined ? {} : { code }),
    ...(typeof error.param === "string" ? { param: error.param } : {}),
    ...(hint === undefined ? {} : { retryAfter: hint }),
    ...(metadata === undefined ? {} : { details: metadata }),
  };
  const named = [code, error.type].some((word) => OVERFLOWS.has(String(word)));
  return named ? { ...failure, overflow: true } : withContextOverflow(failure);
}

/** Codes and types of the error that the conversation is too long. */
const CONTEXT_LENGTH_EXCEEDED = "context_length_exceeded";
const OVERFLOWS: ReadonlySet<string> = new Set([CONTEXT_LENGTH_EXCEEDED, ...quirkList("overflowCodes")]);

/** The error in a response with a status of success, or in a chunk; it counts even beside a finish reason. */
export function failureIn(body: JsonObject): Failure | undefined {
  const holder = errorHolderIn(body);
  return holder && decodeFailure(holder, NO_STATUS);
}

/** The error that a finish reason stands for. */
export function failureOf(finish: string): Failure | undefined {
  const kind = failureKindOf(finish);
  return (
    kind && {
      kind,
      status: providerStatus(kind, NO_STATUS, STATUSES),
      message: `the provider gave up: ${finish}`,
      code: finish,
    }
  );
}

/** Writes an error response. */
export function encodeFailure(failure: Failure): { status: number; value: JsonObject } {
  return { status: statusFor(failure, STATUSES), value: { error: errorObject(failure) } };
}

/** Writes the `error` object of a response or of a chunk. */
export function errorObject({ kind, message, code, param, overflow }: Failure): JsonObject {
  return {
    message,
    type: TYPES[kind],
    param: param ?? null,
    code: overflow === true ? CONTEXT_LENGTH_EXCEEDED : (code ?? null),
  };
}

const TYPES: Readonly<Record<FailureKind, string>> = {
  "invalid-request": "invalid_request_error",
  authentication: "authentication_error",
  billing: "insufficient_quota",
  permission: "permission_error",
  "not-found": "not_found_error",
  conflict: "conflict_error",
  "too-large": "invalid_request_error",
  "rate-limit": "rate_limit_error",
  server: "server_error",
  unavailable: "server_error",
  overloaded: "server_error",
  timeout: "server_error",
};

const STATUSES: Readonly<Partial<Record<FailureKind, number>>> = { overloaded: 503 };

// OpenAI's `insufficient_quota` is a 429, but waiting does not help.
function kindOf(status: number, { code, type }: JsonObject, metadata: JsonObject | undefined): FailureKind {
  const codes = [metadata?.error_type, type, code].map(String);
  if (codes.includes("insufficient_quota")) return "billing";
  if (status !== NO_STATUS) return failureKindFor(status);
  return codes.map((word) => KINDS[word]).find((kind) => kind !== undefined) ?? failureKindFor(status);
}

const KINDS: Readonly<Record<string, FailureKind>> = lookupTable({
  invalid_request_error: "invalid-request",
  invalid_prompt: "invalid-request",
  context_length_exceeded: "invalid-request",
  authentication_error: "authentication",
  permission_error: "permission",
  not_found_error: "not-found",
  rate_limit_error: "rate-limit",
  rate_limit_exceeded: "rate-limit",
  server_error: "server",
  ...quirkTable("errorKinds"),
});

function statusIn({ code, status }: JsonObject): number | undefined {
  return [code, status].map(Number).find((each) => each >= 400 && each < 600);
}

// `{error: "text"}` (Ollama, Venice), `{detail}` (Mistral), `{message}` (Cohere), or plain text from proxies.
function messageOf(wire: Json, error: JsonObject, metadata: JsonObject | undefined): string {
  const whole = isObject(wire) ? wire : {};
  const found = [error.message, whole.error, whole.message, whole.detail, wire].find(
    (each) => typeof each === "string" && each !== "",
  );
  const message = typeof found === "string" ? found : JSON.stringify(wire);
  // OpenRouter has the provider's own message in `metadata.raw`.
  const raw = metadata?.raw;
  return typeof raw === "string" && raw !== "" && !message.includes(raw) ? `${message}: ${raw}` : message;
}

// llama.cpp, vLLM and Perplexity repeat the status as `code`.
function codeOf(code: Json | undefined): string | undefined {
  if (typeof code === "number") return code >= 400 && code < 600 ? undefined : String(code);
  return typeof code === "string" && code !== "" ? code : undefined;
}
