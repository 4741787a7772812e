import type { JsonObject } from "@toolglot/core";
import { isObject, jsonIn, stringifyJson } from "@toolglot/core/base";
import type { StoredState } from "../bindings/binding.ts";

/**
 * Sets the id of the previous response in a response whose provider got the whole conversation in place of it. `text` is a
 * body, or whole lines of a stream.
 */
export function withPreviousId(
  text: string,
  previous: string,
  { isStream, state: { previousField, events } }: { readonly isStream: boolean; readonly state: StoredState },
): string {
  if (!isStream) return rewritten(text, (response) => ({ ...response, [previousField]: previous }));
  if (!text.includes(`"${events.response}"`)) return text;
  return text.replace(/^(data: ?)(\{.*\})(\r?)$/gm, (_, start: string, json: string, end: string) => {
    const event = rewritten(json, (value) => {
      const response = value[events.response];
      return isObject(response ?? null)
        ? { ...value, [events.response]: { ...(response as JsonObject), [previousField]: previous } }
        : undefined;
    });
    return start + event + end;
  });
}

function rewritten(text: string, rewrite: (value: JsonObject) => JsonObject | undefined): string {
  const value = jsonIn(text);
  const changed = isObject(value) ? rewrite(value) : undefined;
  return changed === undefined ? text : stringifyJson(changed);
}
