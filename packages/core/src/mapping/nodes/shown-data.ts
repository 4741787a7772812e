import { jsonIn } from "../../json/parse.ts";
import { equalJson } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";

/** Whether a text shows the data of a result: as JSON or, if it is a string, as it is. */
export function showsData(text: string, data: Json): boolean {
  const value = jsonIn(text);
  return text === data || (value !== undefined && equalJson(value, data));
}
