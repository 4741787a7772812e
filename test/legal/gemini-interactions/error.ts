import type { Place } from "../place.ts";

/** `ErrorT`: a message, and a word for the kind of error. */
export function checkErrorBody(root: Place): void {
  const error = root.at("error");
  if (!error.is("object", "error-shape")) return;
  error.at("message").is("string", "error-message");
  error.at("code").is("string", "error-code");
}
