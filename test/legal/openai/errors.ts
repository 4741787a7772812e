import type { Place } from "./place.ts";
import { expectEqual, expectKind } from "./shape.ts";

/** C: OpenAI's envelope. */
export function checkError(body: Place, status: number): void {
  if (!(status >= 400 && status < 600)) body.fail("error.status", `${status} is no error`);
  const error = body.at("error");
  if (!expectKind(error, "error.shape", "object")) return;
  expectKind(error.at("message"), "error.shape", "non-empty string");
  expectKind(error.at("type"), "error.shape", "non-empty string");
  expectKind(error.at("param"), "error.shape", "string", "null");
  expectKind(error.at("code"), "error.shape", "string", "null");
}

/** D4: OpenRouter's envelope, whose code is the status. */
export function checkOpenRouterError(body: Place, status: number): void {
  const error = body.at("error");
  if (!expectKind(error, "error.shape", "object")) return;
  expectKind(error.at("message"), "error.shape", "non-empty string");
  if (error.at("metadata").given) expectKind(error.at("metadata"), "error.shape", "object");
  if (status >= 400 && status < 600) expectEqual(error.at("code"), "error.status", status);
  else body.fail("error.status", `${status} is no error`);
}
