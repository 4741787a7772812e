import { isObject, type JsonObject, jsonIn, stringifyJson } from "@toolglot/core";

/**
 * Says in an answer which one it goes on from, where the provider was not told: it got the whole conversation in its place.
 * The events of a stream come as whole lines.
 */
export function withPreviousId(text: string, previous: string, isStream: boolean): string {
  if (!isStream) return rewritten(text, (answer) => ({ ...answer, previous_response_id: previous }));
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
