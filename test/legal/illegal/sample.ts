import type { Json } from "@toolglot/core";

/** What a sample is held to: one method of the dialect's checker; an error is its status and its body. */
export type WireKind = "request" | "response" | "stream" | "error";

/** A dialect, the kind of body, the rule that must fail, and a body that breaks it. */
export type Sample = readonly [dialect: string, kind: WireKind, rule: string, sample: Json];

export type Fields = { readonly [key: string]: Json };
