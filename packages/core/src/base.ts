// What a program needs of the core before it translates: JSON, names, errors and framings. An entry of its own, so that a server
// listens before the dialects are loaded.

export { errorCodecs } from "./dialects/errors.ts";
export { dialectIdOf, dialectNames, isDialect } from "./dialects/ids.ts";
export { ToolMemory } from "./fast/tool-memory.ts";
export {
  duplicatesIn,
  isJsonNumber,
  JsonError,
  jsonIn,
  LosslessNumber,
  parseJson,
  stringifyJson,
  stringifyJsonInSteps,
} from "./json/index.ts";
export { isObject } from "./json/value.ts";
export { CODE_LEVELS } from "./loss-levels.ts";
export { refusableFields } from "./mapping/settings/model-rules.ts";
export { ConversionError } from "./model/error.ts";
export { isProfileName, profileNames } from "./schema/profiles/names.ts";
export { encodeEventStreamMessage, eventStreamFraming } from "./stream/event-stream.ts";
export { EventStreamEncoder } from "./stream/event-stream-text.ts";
export { StreamError } from "./stream/framing.ts";
export { nearest } from "./suggest.ts";
