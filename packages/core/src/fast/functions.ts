// The contract of the fast paths. Shared code is given these functions and calls them where they are defined.

import type { Budget } from "../budget.ts";
import type { FieldValue } from "../mapping/field-mapping.ts";
import type { Layout } from "../mapping/layout.ts";
import type { CacheMarks } from "../model/caching-profile.ts";
import type { CallPart } from "../model/call.ts";
import type { TextPart } from "../model/content.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Message } from "../model/message.ts";
import type { ResultPart } from "../model/part.ts";
import type { DeclaredTools } from "../model/request.ts";
import type { SchemaProfile } from "../model/schema-profile.ts";
import type { ToolDraft } from "../model/tool.ts";
import type { Lowered } from "../schema/lens.ts";
import type { Engine } from "../schema/lowering-state.ts";
import type { IsUnwanted } from "../schema/plain-schema.ts";
import type { SchemaPart } from "../schema/source.ts";
import type { FrameTemplateReader } from "./frame-template-reader.ts";
import type { FastPath } from "./switches.ts";
import type { DecodedTools, EncodedTools, ToolListPlace } from "./tool-lists.ts";
import type { ToolMemory } from "./tool-memory.ts";

/**
 * What the fast paths do, each `undefined` where it is off. The entry points hand them in, so that `@toolglot/core/mini` can do
 * without them.
 */
export interface FastFunctions extends Record<FastPath, object | undefined> {
  readonly schemaCopy: SchemaCopyFunctions | undefined;
  readonly ordinarySchema: OrdinarySchemaFunctions | undefined;
  readonly plainParts: PlainPartFunctions | undefined;
  readonly defaultLayout: DefaultLayoutFunctions | undefined;
  readonly frameTemplates: { readonly FrameTemplateReader: typeof FrameTemplateReader } | undefined;
  readonly bodyCache: BodyCacheFunctions | undefined;
  /** `RepeatedTranslation` knows conversations, and so is handed to the bridge. */
  readonly templates: object | undefined;
}

interface SchemaCopyFunctions {
  copyPlainSchema(
    schema: JsonObject,
    profile: SchemaProfile,
    budget: Budget,
    isUnwanted?: IsUnwanted,
  ): JsonObject | undefined;
  copyPlainOutput(schema: JsonObject, profile: SchemaProfile, budget: Budget): JsonObject | undefined;
}

/** The context is that of `schema/lower.ts`, whose imports lead back here. */
interface OrdinarySchemaFunctions {
  readonly ordinaryEngine: Engine<never>;
  lowerOrdinary(root: SchemaPart, context: never): Lowered | undefined;
}

/** The report is one of `report.ts`, whose imports lead back here. */
interface PlainPartFunctions {
  ifPlainText(part: TextPart, dialect: string, report: never): TextPart | undefined;
  ifPlainCall(part: CallPart, dialect: string, report: never): CallPart | undefined;
  ifPlainResult(part: ResultPart, dialect: string, report: never): ResultPart | undefined;
  ifPlainMessage(message: Message, dialect: string, report: never): Message | undefined;
}

interface DefaultLayoutFunctions {
  readDefault(layout: Layout, wire: JsonObject): DefaultReading | undefined;
  writeDefault(layout: Layout, fieldValue: FieldValue, extras: JsonObject): JsonObject | undefined;
  writeDefaultVariant(layout: Layout, variant: string, fieldValue: FieldValue): JsonObject | undefined;
  writeDefaultValues(layout: Layout, values: Readonly<Record<string, unknown>>): JsonObject;
}

/** What is read from an object in its default layout. */
interface DefaultReading {
  readonly values: Record<string, Json>;
  /** Canonical field → its pointer. */
  readonly fields: Readonly<Record<string, string>>;
  readonly extras: JsonObject;
}

interface BodyCacheFunctions {
  readonly ToolMemory: typeof ToolMemory;
  decodeLater(wire: readonly Json[], at: ToolListPlace, decode: () => DecodedTools): DeclaredTools;
  recallEncoded(drafts: readonly ToolDraft[], to: string): EncodedTools | undefined;
  rememberEncoded(drafts: readonly ToolDraft[], encoded: EncodedTools, to: string): void;
  markOnce(list: Json, marks: CacheMarks, mark: (list: Json, marks: CacheMarks) => Json): Json;
}

/** Every fast path is off. */
export const NO_FAST_FUNCTIONS: FastFunctions = {
  schemaCopy: undefined,
  ordinarySchema: undefined,
  plainParts: undefined,
  defaultLayout: undefined,
  frameTemplates: undefined,
  bodyCache: undefined,
  templates: undefined,
};
