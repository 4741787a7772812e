// How a provider's bytes that end too soon, or cannot be read, are reported.

import { JsonError } from "../../json/error.ts";
import { ConversionError } from "../../model/error.ts";
import type { Failure } from "../../model/failure.ts";
import { StreamError } from "../../stream/framing.ts";

/** Whether an error is about the provider's bytes, and no bug. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof JsonError || error instanceof StreamError || error instanceof ConversionError;
}

/** The failure of a stream that ends before its response does. */
export const TRUNCATED: Failure = { kind: "server", status: 502, code: "upstream_truncated", message: "" };

/** The code of the loss where bytes are no UTF-8. */
export const INVALID_UTF8 = "invalid-utf-8";
