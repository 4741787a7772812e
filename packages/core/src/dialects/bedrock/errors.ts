import { isObject } from "../../json/value.ts";
import {
  failureKindFor,
  messageOf,
  NO_STATUS,
  providerStatus,
  statusFor,
  withContextOverflow,
} from "../../mapping/nodes/failure.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export function decode(wire: Json, status: number): Failure {
  const body = isObject(wire) ? wire : {};
  const code = exceptionIn(body);
  const kind = (code === undefined ? undefined : KINDS[code]) ?? failureKindFor(status);
  const failure: Failure = {
    kind,
    status: statusOf(kind, status),
    message: messageOf(messageIn(body), wire),
    ...(code === undefined ? {} : { code }),
  };
  return withContextOverflow(failure);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  const { kind, message } = failure;
  const status = statusFor(failure, STATUSES);
  // The status of a server error may be more exact than its kind.
  const { [kind === "server" ? failureKindFor(status) : kind]: __type } = EXCEPTIONS;
  return { status, value: { message, __type } };
}

// A model that takes too long is a 408 here, which elsewhere says that the client was too slow; credentials that are refused
// are a 403, and a quota that is used up is a 400.
function statusOf(kind: FailureKind, status: number): number {
  const { [kind]: elsewhere } = ELSEWHERE;
  if (elsewhere !== undefined) return elsewhere;
  // A model that fails is a 424.
  if (kind === "server" && status < 500) return NO_STATUS;
  return providerStatus(kind, status, STATUSES);
}

// HTTP has the exception in the header `x-amzn-errortype`, or in the body; other services write `Message`.
function exceptionIn({ __type, code }: JsonObject): string | undefined {
  const name = __type ?? code;
  return typeof name === "string" ? name.replace(/^.*#|:.*$/g, "") : undefined;
}

function messageIn({ message, Message, originalMessage }: JsonObject): string | undefined {
  const texts = [message, Message, originalMessage];
  return texts.find((text): text is string => typeof text === "string" && text !== "");
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_Errors */
const EXCEPTIONS: Readonly<Record<FailureKind, string>> = {
  "invalid-request": "ValidationException",
  authentication: "UnrecognizedClientException",
  billing: "AccessDeniedException",
  permission: "AccessDeniedException",
  "not-found": "ResourceNotFoundException",
  conflict: "ConflictException",
  "too-large": "ValidationException",
  "rate-limit": "ThrottlingException",
  server: "InternalServerException",
  unavailable: "ServiceUnavailableException",
  overloaded: "ServiceUnavailableException",
  timeout: "ModelTimeoutException",
};

const KINDS: Readonly<Record<string, FailureKind>> = lookupTable({
  ValidationException: "invalid-request",
  ServiceQuotaExceededException: "rate-limit",
  UnrecognizedClientException: "authentication",
  IncompleteSignatureException: "authentication",
  InvalidSignatureException: "authentication",
  MissingAuthenticationTokenException: "authentication",
  ExpiredTokenException: "authentication",
  AccessDeniedException: "permission",
  ResourceNotFoundException: "not-found",
  ConflictException: "conflict",
  ThrottlingException: "rate-limit",
  ModelNotReadyException: "rate-limit",
  InternalServerException: "server",
  ModelErrorException: "server",
  ModelStreamErrorException: "server",
  ServiceUnavailableException: "unavailable",
  ModelTimeoutException: "timeout",
});

/** The statuses of kinds that have others here. */
const ELSEWHERE: Readonly<Partial<Record<FailureKind, number>>> = {
  timeout: 504,
  authentication: 401,
  "rate-limit": 429,
};

const STATUSES: Readonly<Partial<Record<FailureKind, number>>> = {
  "invalid-request": 400,
  authentication: 403,
  billing: 403,
  permission: 403,
  "not-found": 404,
  "too-large": 400,
  "rate-limit": 429,
  unavailable: 503,
  overloaded: 503,
  timeout: 408,
};
