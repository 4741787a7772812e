import { isObject, type JsonObject, jsonIn, stringifyJson } from "@toolglot/core";

/**
 * Sets `previous_response_id` in a response whose provider got the whole conversation in place of the id. `text` is a body,
 * or whole lines of a stream.
 */
export function withPreviousId(text: string, previous: string, isStream: boolean): string {
  if (!isStream) return rewritten(text, (response) => ({ ...response, previous_response_id: previous }));
  if (!/"response"\s*:\s*\{/.test(text)) return text;
  return text.replace(/^(data: ?)(\{.*\})(\r?)$/gm, (_, start: string, json: string, end: string) => {
    const event = rewritten(json, (value) =>
      isObject(value.response)
        ? { ...value, response: { ...value.response, previous_response_id: previous } }
        : undefined,
    );
    return start + event + end;
  });
}

function rewritten(text: string, rewrite: (value: JsonObject) => JsonObject | undefined): string {
  const value = jsonIn(text);
  const changed = isObject(value) ? rewrite(value) : undefined;
  return changed === undefined ? text : stringifyJson(changed);
}
