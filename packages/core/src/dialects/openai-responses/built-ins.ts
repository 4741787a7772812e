import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** A tool that OpenAI defines and the client runs: its calls and their outputs are items of types of their own. */
export interface BuiltIn {
  /** The `type` of the tool, e.g. `local_shell`. */
  readonly type: string;
  /** The `type` of the items of its calls and outputs. */
  readonly call: string;
  readonly output: string;
  /** The field of a call that corresponds to a function's arguments. */
  readonly field: string;
  /** What the ids of its calls' items begin with. */
  readonly prefix: string;
  /** Makes that field from a function's arguments; `undefined` if clients could not read it. */
  readonly fieldOf: (input: JsonObject) => JsonObject | undefined;
}

/** https://developers.openai.com/api/docs/guides/tools-local-shell, …/tools-shell, …/tools-apply-patch, …/tools-tool-search */
const BUILT_INS: readonly BuiltIn[] = [
  {
    type: "local_shell",
    call: "local_shell_call",
    output: "local_shell_call_output",
    field: "action",
    prefix: "lsh",
    fieldOf: execOf,
  },
  {
    type: "shell",
    call: "shell_call",
    output: "shell_call_output",
    field: "action",
    prefix: "sh",
    fieldOf: commandsOf,
  },
  {
    type: "apply_patch",
    call: "apply_patch_call",
    output: "apply_patch_call_output",
    field: "operation",
    prefix: "apc",
    fieldOf: operationOf,
  },
  {
    type: "tool_search",
    call: "tool_search_call",
    output: "tool_search_output",
    field: "arguments",
    prefix: "tsc",
    fieldOf: (input) => input,
  },
];

const BY_TYPE: ReadonlyMap<Json | undefined, BuiltIn> = new Map(BUILT_INS.map((each) => [each.type, each]));
const BY_CALL: ReadonlyMap<Json | undefined, BuiltIn> = new Map(BUILT_INS.map((each) => [each.call, each]));
const BY_OUTPUT: ReadonlyMap<Json | undefined, BuiltIn> = new Map(BUILT_INS.map((each) => [each.output, each]));

/** The tool by which the client searches for other tools. */
export const TOOL_SEARCH = "tool_search";

/** The built-in tool of a type. */
export function builtInNamed(type: string | undefined): BuiltIn | undefined {
  return BY_TYPE.get(type);
}

/** The built-in tool that an item calls; `undefined` if the server has run it itself. */
export function builtInOfCall(item: JsonObject): BuiltIn | undefined {
  const found = BY_CALL.get(item.type);
  const input = found === undefined ? undefined : item[found.field];
  if (found === undefined || !isObject(input) || !isClients(item)) return undefined;
  return found.type !== "local_shell" || input.type === "exec" ? found : undefined;
}

/** The built-in tool whose output an item is. */
export function builtInOfOutput(item: JsonObject): BuiltIn | undefined {
  const found = BY_OUTPUT.get(item.type);
  return found !== undefined && isClients(item) ? found : undefined;
}

// The server's own searches have no id, and clients' have one: https://developers.openai.com/api/docs/guides/tools-tool-search
function isClients({ type, execution, call_id: id }: JsonObject): boolean {
  if (type !== "tool_search_call" && type !== "tool_search_output") return true;
  return execution === "client" || (execution === undefined && typeof id === "string");
}

// ── arguments ───────────────────────────────────────────────────────────────

/** A program and its arguments; models that know `bash` tools give one text. */
function execOf({ command, env, ...rest }: JsonObject): JsonObject | undefined {
  const argv = typeof command === "string" ? ["bash", "-lc", command] : command;
  return isTexts(argv) ? { type: "exec", command: argv, env: isObject(env) ? env : {}, ...rest } : undefined;
}

function commandsOf({ commands, ...rest }: JsonObject): JsonObject | undefined {
  const list = typeof commands === "string" ? [commands] : commands;
  return isTexts(list) ? { commands: list, ...rest } : undefined;
}

function operationOf(input: JsonObject): JsonObject | undefined {
  return typeof input.type === "string" && typeof input.path === "string" ? input : undefined;
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return isArray(value) && value.every((each) => typeof each === "string");
}
