// What a server adds to `BodyReader`: an entry of its own, so that the others do not carry it.

export { readCompact } from "./fast/compact-body.ts";
export { forgetSourceText } from "./json/source-text.ts";
