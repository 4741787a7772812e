import { type Dialect, dialects } from "@toolglot/core";
import type { InputKind } from "../convert/input-kind.ts";
import { supports } from "../names.ts";
import { profileTitles } from "../profiles.ts";

/** Describes all dialects and profiles. */
export function describeAll(): {
  readonly dialects: readonly DialectDescription[];
  readonly profiles: readonly { readonly name: string; readonly title: string }[];
} {
  const profiles = Object.entries(profileTitles).map(([name, title]) => ({ name, title }));
  return { dialects: dialects.map(describe), profiles };
}

/** The capabilities and limits of a dialect. */
export interface DialectDescription {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly title: string;
  readonly toolNames: { readonly characters: string; readonly first?: string; readonly maxLength: number };
  readonly schema: SchemaDescription;
  readonly strict: SchemaDescription | null;
  readonly variants: Readonly<Record<string, SchemaDescription>>;
  readonly fields: readonly string[];
  readonly hosted: Readonly<Record<string, string>>;
  readonly conversation: ConversationDescription;
}

/** The conversation features of a dialect. */
export interface ConversationDescription {
  /** The values of `convert --what` that it supports, besides tools. */
  readonly kinds: readonly InputKind[];
  /** `null` if it has no streams. */
  readonly framing: "sse" | "ndjson" | "event-stream" | null;
  readonly callIds: { readonly prefix: string; readonly maxLength: number };
  /** Whether it has custom tools, which take free text. */
  readonly customTools: boolean;
  /** The media types that a tool result may contain besides text. */
  readonly resultMedia: readonly string[];
}

/** The JSON Schema keywords that it accepts. */
export interface SchemaDescription {
  /** `null` for every keyword. */
  readonly keywords: readonly string[] | null;
  readonly notAtRoot: readonly string[];
}

function describe(dialect: Dialect): DialectDescription {
  const { id, aliases, title, profile } = dialect;
  return {
    id,
    aliases,
    title,
    toolNames: profile.toolNames,
    schema: describeSchema(profile.native),
    strict: profile.strict === undefined ? null : describeSchema(profile.strict),
    variants: Object.fromEntries(
      Object.entries(profile.variants ?? {}).map(([name, schema]) => [name, describeSchema(schema)]),
    ),
    fields: [...profile.toolFields],
    hosted: profile.hosted,
    conversation: describeConversation(dialect),
  };
}

const CONVERSATION: readonly InputKind[] = ["choice", "calls", "results", "request", "response", "stream"];

function describeConversation(dialect: Dialect): ConversationDescription {
  const { framing, callIds, customTools, resultMedia } = dialect.profile.conversation;
  return {
    kinds: CONVERSATION.filter((what) => supports(dialect, what)),
    framing: supports(dialect, "stream") ? framing : null,
    callIds: { prefix: callIds.prefix, maxLength: callIds.maxLength },
    customTools,
    resultMedia: [...resultMedia],
  };
}

function describeSchema({ keywords, notAtRoot }: Dialect["profile"]["native"]): SchemaDescription {
  return { keywords: keywords === undefined ? null : [...keywords], notAtRoot: [...notAtRoot] };
}
