import type { ChangeRule } from "./model/codes.ts";
import type { Change } from "./model/loss.ts";

/**
 * What was rewritten, for people.
 *
 * @example
 * explainChange({ rule: "optional-to-nullable" }); // "an optional property is required and may be null; null means absent"
 */
export function explainChange({ rule }: Pick<Change, "rule">): string {
  return Object.hasOwn(CHANGES, rule) ? CHANGES[rule] : rule;
}

const CHANGES: Readonly<Record<ChangeRule, string>> = {
  // Schemas, undone by a lens in every call
  "optional-to-nullable": "an optional property is required and may be null; null means absent",
  "map-to-entries": "an object with arbitrary keys is a list of keys and values",
  "json-text": "a value that the target cannot describe is JSON text",
  "tuple-to-object": "an array with a schema for each item is an object",
  "wrap-root": "all arguments are in one parameter, because the root is not a plain object",
  "property-name": "the property has a name that the target accepts",
  "enum-to-strings": "each value is a string",
  "tag-union": "each branch of the union is in an object with a tag",
  "box-items": "each item is in an object, because the target allows no union in items",
  "null-to-empty-box": "null is an empty object, because the target has no null",
  "lowered-value": "the default or example is written like any other value",
  "tool-name": "the tool has a name that the target accepts",

  // Schemas, with the same meaning
  "inline-ref": "the reference is replaced by what it refers to",
  "merge-all-of": "the schemas of allOf are merged",
  "distribute-union": "what is beside the union is in its branches",
  "split-types": "each type has a schema of its own",
  definitions: "the definitions are under the target's keyword",
  "definition-name": "the definition has a name that the target accepts",
  "one-of-to-any-of": "oneOf is anyOf: its branches exclude each other anyway",
  "const-to-enum": "const is an enum with one value",
  "enum-narrowed": "values that other constraints exclude are not listed",
  "exclusive-bound": "the exclusive bound is written with another keyword",
  "vacuous-keyword": "a keyword without an effect is left out",
  "pattern-syntax": "the pattern is in the syntax of engines without backtracking",
  nullable: "null is written in the target's syntax",
  "null-branch": "null is written in the target's syntax",
  "type-list": "the types are written in the target's syntax",
  "infer-type": "the type is written out, as other keywords imply it",
  "close-object": "the object is closed: it has no other properties anyway",
  "require-all": "all properties are required",
  required: "required is written in the target's form",
  "repeated-name": "required names each property once",
  "forbidden-property": "a property that must not exist is left out",
  "empty-properties": "properties is written, although it is empty",
  "boolean-schema": "the schemas true and false are objects",
  "array-items": "items is written as in JSON Schema 2020-12",
  "prefix-items": "the items are written as in JSON Schema 2020-12",
  "tuple-length": "the length of the tuple is written out",
  "modern-forms": "keywords of older drafts are written as in JSON Schema 2020-12",
  "root-type": "the root has the type object",
  "root-properties": "the root has properties",
  "empty-schema": "a tool without parameters has a schema for none",
  "describe-branches": "the description is in each branch",
  "keyword-to-description": "the keyword is also in the description",
  "strict-fallback": "strict mode is not used, because the schema exceeds its limits",
  "explicit-strict": "strict is written out, because the target has another default",
  "proto-schema": "the OpenAPI schema is JSON Schema",

  // Fields and tools
  "null-field": "null, or an empty value that means the same, is left out",
  "default-field": "a value that is the target's default is left out",
  "empty-field": "a required field is written empty",
  "default-layout": "the same is written in the target's usual layout",
  "tool-group": "the tools of a group are written one by one",
  "namespace-to-description": "the description of the namespace is in that of each of its tools",
  "hosted-equal": "the vendor's tool is the equivalent tool of the other vendor",
  "custom-to-function": "the custom tool is a function with one string",
  "tools-left-out": "tools that must not be called are left out",
  "tools-by-choice": "the tools that may be called are named by the choice",
  "tools-of-history":
    "the tools that the conversation calls are declared, because the provider wants calls to have a declaration",
  "client-tool-to-function": "the vendor's tool, which the client runs, is a function",
  "loaded-tool": "a tool that the conversation has loaded is sent in full",
  "tools-item": "tools that are declared before the first message are in the request's list of tools",
  "plain-namespace": "the namespace that calls repeat is left out",

  // Messages
  "call-id": "the id is one that the target accepts",
  "derived-id": "the call has an id, which the source does not have",
  "duplicate-id": "a second call with the same id has another one",
  "joined-messages": "messages of one role are joined",
  "joined-system": "system prompts are joined",
  "developer-to-system":
    "the developer's instructions are system instructions, because the target has one role for both",
  "joined-text": "texts are joined",
  "moved-result": "the result follows its call",
  "missing-result": "a call without a result has one that says so",
  "empty-result": "an empty result is written as the target requires",
  "name-of-call": "the result has the name of its call",
  "result-as-text": "the result is text",
  "wrapped-result": "the result is in an object",
  "empty-text": "blank text is left out",
  "empty-message": "an empty message is left out",
  "missing-user-turn": "a user message is added, which the target requires",
  continued: "a user message is added, because the target cannot continue a response",
  "trailing-space": "white space at the end is left out, because the target rejects it",
  "text-after-call": "text after a call stands before it",
  "reasoning-after-text": "reasoning stands before text and calls",
  "system-item": "the system prompt is written in the target's layout",
  "item-type": "the item has its type written out",
  "plain-text": "the content is plain text",
  "refusal-text": "the refusal is text",
  "document-text": "a text is added beside a document, because the provider takes no document alone",
  "media-type": "the media type is written in the target's form",
  "text-as-bytes": "the text document is written as bytes",
  "grounding-as-citations": "grounding metadata is citations",

  // Reasoning
  "foreign-reasoning": "reasoning of another vendor is written as the target takes it",
  "plain-reasoning": "reasoning is written in the target's form",
  "visible-reasoning": "reasoning is written in the target's form",
  "reasoning-summary": "reasoning is a summary",
  "dummy-signature": "a dummy signature is added, which the target accepts",
  "restored-reasoning": "reasoning that the client did not send back is restored",
  "adaptive-thinking": "the model decides how long it thinks",
  "thinking-off": "thinking is switched off in the target's form",
  "thinking-without-budget": "thinking is on, without a budget",
  "effort-for-tools": "the effort is one that the model accepts with tools",

  // Calls and choices
  "forced-choice": "the forced choice is written as the target accepts it",
  "null-arguments": "arguments null are an empty object",
  "double-encoded-arguments": "arguments that were JSON in JSON are decoded",
  "unwrapped-calls": "calls that the model put into one call are calls of their own",
  "implied-choice": "a choice that is the default is left out or written out",
  "choice-without-tools": "a choice without an effect is left out, because there are no tools",
  "validated-mode": "the choice is written in the mode that checks arguments",
  "mixed-tools": "functions and the vendor's tools are called side by side",
  "forced-as-allowed": "the forced tool is the only one that is allowed",

  // Settings and envelopes
  "counted-together": "tokens that one dialect counts apart are part of another count",
  "cache-marks":
    "marks are added, so that the provider caches the tools, the system prompt and the conversation so far",
  "emulated-tool-search":
    "deferred tools are hidden behind a function that searches them, because the model cannot search",
  "cache-key": "a key is added, by which the provider finds the cache of the conversation",
  "default-max-tokens": "a limit of tokens is added, which the target requires",
  "format-name": "the format has a name, which the target requires",
  "strict-format": "the schema is always enforced",
  "stop-list": "one stop sequence is a list",
  "required-name": "a required name is added",
  "required-address": "a required address is added",
  "response-id": "the id is written in the target's form",
  "response-time": "the time is added or left out",
  "echoed-field": "a setting that responses repeat is added or left out",
  "in-address": "it stands in the URL of the request",
};
