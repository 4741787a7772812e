// The implementations of all fast paths, for the entry points that have them (`index.ts`). Code that takes a fast path
// asks `FastFunctions` and imports none of these.

import { copyPlainOutput, copyPlainSchema } from "../schema/plain-schema.ts";
import { FrameTemplateReader } from "./frame-template-reader.ts";
import { type FastFunctions, NO_FAST_FUNCTIONS } from "./functions.ts";
import { markOnce } from "./marked-lists.ts";
import { lowerOrdinary, ordinaryEngine } from "./ordinary-schema.ts";
import { ifPlainCall, ifPlainMessage, ifPlainResult, ifPlainText } from "./plain-nodes.ts";
import { readDefault } from "./read-default.ts";
import type { FastOption } from "./switches.ts";
import { decodeLater, recallEncoded, rememberEncoded } from "./tool-lists.ts";
import { ToolMemory } from "./tool-memory.ts";
import { writeDefault, writeDefaultValues, writeDefaultVariant } from "./write-default.ts";

const ALL: FastFunctions = {
  schemaCopy: { copyPlainSchema, copyPlainOutput },
  ordinarySchema: { ordinaryEngine, lowerOrdinary },
  plainParts: { ifPlainText, ifPlainCall, ifPlainResult, ifPlainMessage },
  defaultLayout: { readDefault, writeDefault, writeDefaultValues, writeDefaultVariant },
  frameTemplates: { FrameTemplateReader },
  bodyCache: { decodeLater, recallEncoded, rememberEncoded, markOnce, ToolMemory },
  templates: {},
};

/** The functions of the fast paths that an option leaves on; all by default. */
export function fastFunctionsOf(option: FastOption | undefined): FastFunctions {
  if (option === undefined || option === true) return ALL;
  if (option === false) return NO_FAST_FUNCTIONS;
  return {
    schemaCopy: option.schemaCopy === false ? undefined : ALL.schemaCopy,
    ordinarySchema: option.ordinarySchema === false ? undefined : ALL.ordinarySchema,
    plainParts: option.plainParts === false ? undefined : ALL.plainParts,
    defaultLayout: option.defaultLayout === false ? undefined : ALL.defaultLayout,
    frameTemplates: option.frameTemplates === false ? undefined : ALL.frameTemplates,
    bodyCache: option.bodyCache === false ? undefined : ALL.bodyCache,
    templates: option.templates === false ? undefined : ALL.templates,
  };
}
