import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "./json.ts";
import { NotFoundError } from "./location.ts";

/** The tools of an input and their location in it. */
export interface FoundTools {
  readonly tools: Json;
  /** Whether the input is a single tool, not a list. */
  readonly isSingle: boolean;
  /** Maps a JSON Pointer into `tools` to one into the input. */
  locate(path: string): string;
}

/** Finds the tools in an array, a single tool, a request body or a `tools/list` result. */
export function findTools(input: Json): FoundTools {
  if (!isObject(input)) return listAt("", input);
  // A namespace has a list of `tools` and a name: what has a name is a tool.
  if (typeof input.name === "string") return single(input);
  const list = listIn(input, "") ?? (isObject(input.result) ? listIn(input.result, "/result") : undefined);
  if (list !== undefined) return list;
  if (input.type === undefined && BODY_KEYS.some((key) => key in input)) throw new NotFoundError("tools");
  return single(input);
}

/** The name and the index of the tool that a JSON Pointer leads to or into. */
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

// `functions` is OpenAI Chat's predecessor of `tools`.
const LIST_KEYS = ["tools", "functions"];

// Keys of requests and responses that tools without a type do not have.
const BODY_KEYS = ["model", "messages", "contents", "input", "jsonrpc"];

// Keys between a list of tools and the name of one.
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
