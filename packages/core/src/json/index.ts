export { duplicatesIn } from "./duplicates.ts";
export { JsonError, type JsonErrorCode, type JsonErrorPlace } from "./error.ts";
export { isJsonNumber, LosslessNumber } from "./number.ts";
export { jsonIn, type ParseOptions, parseJson } from "./parse.ts";
export { type StringifyOptions, stringifyJson } from "./stringify.ts";
export { copyJson, equalJson, isArray, isObject, type JsonKind, kindOf, setKey } from "./value.ts";
