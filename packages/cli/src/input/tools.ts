import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "./json.ts";
import { NotFoundError } from "./location.ts";

/** The tools in an input, and where they stand in it. */
export interface FoundTools {
  readonly tools: Json;
  /** Whether the input is one tool, and no list. */
  readonly isSingle: boolean;
  /** The JSON Pointer of a place in the input, from one in the list of tools. */
  locate(path: string): string;
}

/** Finds the tools in an array of them, a single tool, a request body, or the answer to `tools/list`. */
export function findTools(input: Json): FoundTools {
  if (!isObject(input)) return listAt("", input);
  // A namespace is a tool with a list of `tools` in it: what has a name is a tool.
  if (typeof input.name === "string") return single(input);
  const list = listIn(input, "") ?? (isObject(input.result) ? listIn(input.result, "/result") : undefined);
  if (list !== undefined) return list;
  if (input.type === undefined && BODY_KEYS.some((key) => key in input)) throw new NotFoundError("tools");
  return single(input);
}

/** The tool that a pointer into a list of tools leads to or into: its name, and the number of its entry. */
export function toolAt(tools: Json, path: string): { tool: string; entry: number } {
  const [, index = "", ...rest] = path.split("/");
  let node = child(tools, index);
  let name = nameOf(node) ?? index;
  for (const key of rest) {
    if (!NESTING_KEYS.has(key) && !Array.isArray(node)) break;
    node = child(node, key);
    name = nameOf(node) ?? name;
  }
  return { tool: name, entry: Number(index) };
}

// `functions` is what OpenAI Chat had before `tools`.
const LIST_KEYS = ["tools", "functions"];

// What requests and answers have, and tools without a type do not.
const BODY_KEYS = ["model", "messages", "contents", "input", "jsonrpc"];

// What may stand between a list of tools and the name of one.
const NESTING_KEYS = new Set(["function", "custom", "functionDeclarations", "function_declarations", "tools"]);

function listIn(object: JsonObject, pointer: string): FoundTools | undefined {
  const key = LIST_KEYS.find((list) => object[list] !== undefined && object[list] !== null);
  return key === undefined ? undefined : listAt(`${pointer}/${key}`, object[key] ?? null);
}

function listAt(pointer: string, tools: Json): FoundTools {
  return { tools, isSingle: false, locate: (path) => pointer + path };
}

function single(tool: JsonObject): FoundTools {
  return { tools: [tool], isSingle: true, locate: (path) => path.replace(/^\/0(?=\/|$)/, "") };
}

function child(node: Json | undefined, key: string): Json | undefined {
  if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
  return (node as Readonly<Record<string, Json>>)[key];
}

function nameOf(node: Json | undefined): string | undefined {
  if (!isObject(node)) return undefined;
  const named = [node, node.function, node.custom].find((part) => isObject(part) && typeof part.name === "string");
  const name = isObject(named) ? named.name : node.type;
  return typeof name === "string" ? name : undefined;
}
