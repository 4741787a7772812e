/**
 * What an error says. Providers say it in JSON, as `{"error":{"message":"…"}}` or as `{"message":"…"}`; the whole of it is among the bodies.
 */
export function errorText({ message }: { readonly message: string }): string {
  const found = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(message.startsWith("{") ? message : "");
  return found?.[1] === undefined ? message : String(JSON.parse(found[1]));
}
