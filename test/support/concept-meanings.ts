import { type Json, type JsonObject, parseJson, stringifyJson } from "@toolglot/core";

/** `store: false` and `stream: false` may be explicit or absent; a single stop sequence may be a list. */
export function withoutDefaults({ store, stream, stop, ...request }: JsonObject): JsonObject {
  return {
    ...request,
    ...(store === true ? { store } : {}),
    ...(stream === true ? { stream } : {}),
    ...(stop === undefined ? {} : { stop: typeof stop === "string" ? [stop] : stop }),
  };
}

/** `strict: false` of a tool may be explicit or absent. */
export function withoutLooseness(file: Json): Json {
  return parseJson(stringifyJson(file).replaceAll(/,"strict":false|"strict":false,?/g, ""));
}

/** The same id has other prefixes, depending on the ways that it came. */
export function withoutPrefixes(file: Json): Json {
  const plain = stringifyJson(file).replaceAll(
    /("\w*[iI]d":"|From the result of [\w ]+ \()(?:call_|toolu_|tooluse_|fc_|tg_)+/g,
    "$1",
  );
  return parseJson(plain.replaceAll(/"tgh_\w+"/g, '"tgh_"'));
}

/** A text is as good as a list of this one text. */
export function withPlainTexts(file: Json): Json {
  const listed = /\[\{"type":"(?:text|input_text|output_text)","text":("(?:[^"\\]|\\.)*")(?:,"annotations":\[\])?\}\]/g;
  return parseJson(stringifyJson(withoutPrefixes(file)).replaceAll(listed, "$1"));
}
