import type { Json } from "@toolglot/core";

/** What a sample is held to: one method of the dialect's checker; an error is its status and its body. */
export type Door = "request" | "response" | "stream" | "error";

/** A dialect's door, the rule that must speak, and what it must speak of. */
export type Sample = readonly [dialect: string, door: Door, rule: string, sample: Json];

export type Fields = { readonly [key: string]: Json };
