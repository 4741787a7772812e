import type { Json } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { HeaderMap } from "../../transport.ts";

/** Bedrock's exceptions in Anthropic's words: https://platform.claude.com/docs/en/api/errors */
const TYPES: Readonly<Record<string, string>> = {
  accessdenied: "permission_error",
  internalserver: "api_error",
  modelerror: "api_error",
  modelnotready: "overloaded_error",
  modelstreamerror: "api_error",
  modeltimeout: "timeout_error",
  resourcenotfound: "not_found_error",
  servicequotaexceeded: "rate_limit_error",
  serviceunavailable: "overloaded_error",
  throttling: "rate_limit_error",
  unrecognizedclient: "authentication_error",
  validation: "invalid_request_error",
};

/** The type of an error by the name of an exception, such as `throttlingException` or `ThrottlingException:http://…`. */
export function bedrockErrorType(name: string): string | undefined {
  return TYPES[name.replace(/(?:Exception)?(?:[:#].*)?$/, "").toLowerCase()];
}

/** An error of Bedrock, whose type is in a header, as Anthropic's API would write it. */
export function bedrockErrorBody(body: Json, headers: HeaderMap): Json {
  const { message, Message = message } = isObject(body) ? body : {};
  const type = bedrockErrorType(headers["x-amzn-errortype"] ?? "");
  if (typeof Message !== "string" || type === undefined) return body;
  return { type: "error", error: { type, message: Message } };
}
