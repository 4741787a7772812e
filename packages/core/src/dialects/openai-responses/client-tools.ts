import { isObject } from "../../json/value.ts";
import type { ClientTool } from "../../model/dialect.ts";
import type { JsonSchema } from "../../model/schema.ts";
import type { HostedFields } from "../../model/tool.ts";
import { TOOL_SEARCH } from "./built-ins.ts";

/** Whether the client runs a tool that OpenAI defines. */
export function isClientTool({ vendorType, settings }: HostedFields): boolean {
  if (vendorType === TOOL_SEARCH) return settings.execution === "client";
  if (vendorType === "shell") return isLocal(settings.environment);
  return vendorType === "local_shell" || vendorType === "apply_patch";
}

/** The tools that OpenAI defines and the client runs, as functions; `undefined` for those that OpenAI runs. */
export function clientTool(tool: HostedFields): ClientTool | undefined {
  if (!isClientTool(tool)) return undefined;
  return tool.vendorType === TOOL_SEARCH ? searchTool(tool.settings) : TOOLS.get(tool.vendorType);
}

const FIELDS = { allowedCallers: "allowed_callers" };

const MILLISECONDS = { type: "integer", description: "The time after which it is stopped, in milliseconds." };

const LOCAL_SHELL: JsonSchema = {
  type: "object",
  properties: {
    command: {
      type: "array",
      items: { type: "string" },
      description: 'The program and its arguments, e.g. ["bash", "-lc", "ls"].',
    },
    working_directory: { type: "string", description: "The directory to run it in." },
    timeout_ms: MILLISECONDS,
    env: { type: "object", additionalProperties: { type: "string" }, description: "Environment variables to set." },
    user: { type: "string", description: "The user to run it as." },
  },
  required: ["command"],
};

const SHELL: JsonSchema = {
  type: "object",
  properties: {
    commands: { type: "array", items: { type: "string" }, description: "Shell commands, run in this order." },
    timeout_ms: MILLISECONDS,
    max_output_length: { type: "integer", description: "How many characters of the output to return at most." },
  },
  required: ["commands"],
};

/** https://developers.openai.com/api/docs/guides/tools-apply-patch */
const APPLY_PATCH: JsonSchema = {
  type: "object",
  properties: {
    type: { type: "string", enum: ["create_file", "update_file", "delete_file"] },
    path: { type: "string", description: "The file to create, update or delete." },
    diff: {
      type: "string",
      description:
        "For create_file, the whole content, each line with a leading `+`. For update_file, a V4A diff: hunks that begin with `@@`, whose lines begin with a space (context), `-` (removed) or `+` (added). Not for delete_file.",
    },
  },
  required: ["type", "path"],
};

const SEARCH: JsonSchema = {
  type: "object",
  properties: {
    query: { type: "string", description: "What the tools should be able to do." },
    limit: { type: "integer", description: "How many tools to return at most." },
  },
  required: ["query"],
};

const TOOLS: ReadonlyMap<string, ClientTool> = new Map([
  [
    "local_shell",
    {
      name: "local_shell",
      description: "Runs a program on the user's machine, and returns what it prints.",
      inputSchema: LOCAL_SHELL,
      fields: FIELDS,
      ownCalls: true,
    },
  ],
  [
    "shell",
    {
      name: "shell",
      description: "Runs shell commands, and returns what each of them prints and how it ended.",
      inputSchema: SHELL,
      settings: ["environment"],
      fields: FIELDS,
      ownCalls: true,
    },
  ],
  [
    "apply_patch",
    {
      name: "apply_patch",
      description: "Creates, updates or deletes one file.",
      inputSchema: APPLY_PATCH,
      fields: FIELDS,
      ownCalls: true,
    },
  ],
]);

function searchTool({ description, parameters }: HostedFields["settings"]): ClientTool {
  return {
    name: TOOL_SEARCH,
    description:
      typeof description === "string" ? description : "Finds further tools, which can be called from then on.",
    inputSchema: isObject(parameters) ? (parameters as JsonSchema) : SEARCH,
    settings: ["execution"],
    fields: { description: "description", inputSchema: "parameters" },
    ownCalls: true,
  };
}

// The client runs the commands by default.
function isLocal(environment: unknown): boolean {
  if (environment === undefined || environment === null) return true;
  return typeof environment === "object" && (environment as { type?: unknown }).type === "local";
}
