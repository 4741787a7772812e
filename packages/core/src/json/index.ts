export { duplicatesIn } from "./duplicates.ts";
export { JsonError, type JsonErrorCode } from "./error.ts";
export { isJsonNumber, LosslessNumber } from "./number.ts";
export { jsonIn, parseJson, parseJsonInSteps } from "./parse.ts";
export { stringifyJson, stringifyJsonInSteps } from "./stringify.ts";
export { copyJson, equalJson, isArray, isObject, kindOf, setKey } from "./value.ts";
