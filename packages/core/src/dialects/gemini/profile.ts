import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { DialectProfile } from "../../model/profile.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { conservativeLacks, everything } from "../../schema/profiles/everything.ts";
import { schemaRewriter } from "../../schema/rewrite.ts";
import { jsonSchema } from "../google/schema-profile.ts";
import { callProfile } from "./call-profile.ts";
import { DUMMY_SIGNATURE } from "./signatures.ts";

/** `parameters`, the Schema proto: any other key is "Cannot find field". */
const proto: SchemaProfile = {
  ...everything,
  rewriter: schemaRewriter,
  keywords: new Set([
    ...[
      "type",
      "format",
      "title",
      "description",
      "nullable",
      "enum",
      "items",
      "minItems",
      "maxItems",
      "properties",
      "required",
    ],
    ...[
      "propertyOrdering",
      "minProperties",
      "maxProperties",
      "minimum",
      "maximum",
      "minLength",
      "maxLength",
      "pattern",
      "example",
      "anyOf",
    ],
  ]),
  notAtRoot: new Set(["anyOf", "enum"]),
  declaredRequired: true,
  refs: "inline",
  openObjects: false,
  untyped: false,
  emptyObjects: false,
  arraysNeedItems: true,
  typeLists: "nullable",
  enumValues: "string",
  anyOfInItems: false,
  anyOfWithSiblings: false,
  propertyNames: { characters: "a-zA-Z0-9_", first: "a-zA-Z_", maxLength: 64 },
  formats: {
    string: new Set(["enum", "date-time"]),
    integer: new Set(["int32", "int64"]),
    number: new Set(["float", "double"]),
  },
};

const conversation: ConversationProfile = {
  ...callProfile.conversation,
  framing: "sse",
  repeatedLists: ["tools", "contents"],
  errorFields: { "/error/code": "number", "/error/message": "string", "/error/status": "string" },
  answerModel: ["/modelVersion"],
  resultsInUserTurn: false,
  system: "leading",
  startsWithUser: true,
  emptyText: false,
  plainReasoning: false,
  optionalCallIds: true,
  reasoningOnCalls: true,
  dummySignature: DUMMY_SIGNATURE,
  /** https://ai.google.dev/gemini-api/docs/thought-signatures */
  extraSignature: ["google", "thought_signature"],
  looseFormats: false,
  allowedTools: "functions",
  withheld: true,
  models: [],
};

export const profile: DialectProfile = {
  ...callProfile,
  conversation,
  native: jsonSchema,
  variants: { parametersJsonSchema: jsonSchema, parameters: proto },
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: false, removes: new Set(["additionalProperties"]), variant: "parameters" },
  hosted: {
    "web-search": "googleSearch",
    "url-context": "urlContext",
    maps: "googleMaps",
    "code-execution": "codeExecution",
    "file-search": "fileSearch",
    computer: "computerUse",
    mcp: "mcpServers",
  },
};
