import { checkTools, isObject, type Json, type JsonObject, type JsonSchema, parseJson } from "@toolglot/core";
import type { ToolHints } from "../tool.ts";
import { readHints } from "./hints.ts";

/** The definition of a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly hints: ToolHints;
}

/** A valid definition with its warnings, or why it was rejected. */
export type DefinitionResult =
  | { readonly definition: ToolDefinition; readonly warnings: readonly string[] }
  | { readonly refusal: string; readonly name?: string };

/** Parses and checks the output of `--schema`. */
export function readDefinition(text: string): DefinitionResult {
  if (text.trim() === "") return { refusal: "--schema printed nothing" };
  if (text.startsWith("\uFEFF")) return { refusal: "--schema printed a byte order mark before its JSON" };
  const warnings: string[] = [];
  try {
    const onDuplicate = (pointer: string) => warnings.push(`duplicate key at ${pointer}; the last one is used`);
    return checked(parseJson(text, { onDuplicate }), warnings);
  } catch (error) {
    return { refusal: `--schema printed invalid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function checked(value: Json, warnings: string[]): DefinitionResult {
  const { problems } = checkTools([value], { from: "executable", to: "executable" });
  const described = problems.map(({ path, message, severity }) => ({
    severity,
    text: `${path.slice(2) || "/"}: ${message}`,
  }));
  const errors = described.filter(({ severity }) => severity === "error").map(({ text }) => text);
  const name = isObject(value) && typeof value.name === "string" ? { name: value.name } : {};
  if (errors.length > 0) return { refusal: listed(errors), ...name };
  warnings.push(...described.map(({ text }) => text));
  return { definition: definitionOf(value as JsonObject, warnings), warnings };
}

// `checkTools` has verified the types of these fields.
function definitionOf(value: JsonObject, warnings: string[]): ToolDefinition {
  const { name, title, description, parameters, annotations, timeout, ...others } = value;
  for (const key of Object.keys(others)) warnings.push(`/${key}: unknown field, ignored`);
  const hints = readHints({ annotations, timeout }, warnings);
  const named = title ?? (isObject(annotations) ? annotations.title : undefined);
  return {
    name: name as string,
    ...(typeof named === "string" ? { title: named } : {}),
    description: description as string,
    parameters: parameters as JsonSchema,
    hints,
  };
}

// The list of problems is cut, because one mistake often causes many.
const MAX_LISTED = 5;

function listed(errors: readonly string[]): string {
  const more = errors.length > MAX_LISTED ? [`and ${errors.length - MAX_LISTED} more`] : [];
  return [...errors.slice(0, MAX_LISTED), ...more].join(" ");
}
