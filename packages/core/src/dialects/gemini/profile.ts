import type { ConversationProfile, DialectProfile, SchemaProfile } from "../../model/profile.ts";
import { conservativeLacks, everything } from "../../schema/profiles/everything.ts";
import { DUMMY_SIGNATURE } from "./signatures.ts";

/** What `parametersJsonSchema` is documented to support; the rest is ignored. */
const jsonSchema: SchemaProfile = {
  ...everything,
  keywords: new Set([
    ...[
      "type",
      "format",
      "title",
      "description",
      "enum",
      "items",
      "prefixItems",
      "minItems",
      "maxItems",
      "minimum",
      "maximum",
    ],
    ...["anyOf", "properties", "additionalProperties", "required", "propertyOrdering"],
  ]),
  notAtRoot: new Set(["anyOf", "enum"]),
  declaredRequired: true,
  refs: "inline",
  enumValues: "string-or-number",
};

/** `parameters`, the Schema proto: any other key is "Cannot find field". */
const proto: SchemaProfile = {
  ...everything,
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
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, maxLength: 128 },
  messages: true,
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
  signedCalls: true,
  namedResults: true,
  structuredResults: "all",
  resultMedia: new Set(["image", "audio", "video", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "functions",
  withheld: true,
  models: [],
};

export const profile: DialectProfile = {
  /** The API takes 128 characters and colons; these are what older deployments take too. */
  toolNames: { characters: "a-zA-Z0-9_.-", first: "a-zA-Z_", maxLength: 64 },
  native: jsonSchema,
  variants: { parametersJsonSchema: jsonSchema, parameters: proto },
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: false, removes: new Set(["additionalProperties"]), variant: "parameters" },
  hosted: {
    "web-search": "googleSearch",
    "url-context": "urlContext",
    "code-execution": "codeExecution",
    "file-search": "fileSearch",
    computer: "computerUse",
    mcp: "mcpServers",
  },
  toolFields: new Set(["outputSchema"]),
  conversation,
};
