import type { Json } from "@toolglot/core";
import fc from "fast-check";
import { type DialectName, type Fields, given } from "./dialects.ts";

/** A call of one of an agent's tools, in the client's own form: what it says, what answers it, and how others call it. */
export interface AgentCall {
  readonly call: Fields;
  readonly output: Fields;
}

/** A tool of an agent: as its client declares it, and one call of it. */
export interface AgentTool {
  readonly tool: Json;
  /** What a choice says to name it. */
  readonly reference: Fields;
  /** The arguments that a model gives to the function that stands for it. */
  readonly input: Fields;
  /** Its call as the client has it. */
  called(id: string): AgentCall;
}

const CITY = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

// ── OpenAI ──────────────────────────────────────────────────────────────────

function plain(name: string, namespace?: string, deferred = false): AgentTool {
  const tool = { type: "function", name, description: "d", strict: false, parameters: CITY };
  const own = deferred ? { ...tool, defer_loading: true } : tool;
  const input = { city: "Bern" };
  const group = namespace === undefined ? {} : { namespace };
  return {
    tool: namespace === undefined ? own : { type: "namespace", name: namespace, description: "n", tools: [own] },
    reference: { type: "function", name, ...group },
    input,
    called: (id) => ({
      call: { type: "function_call", call_id: id, name, ...group, arguments: JSON.stringify(input) },
      output: { type: "function_call_output", call_id: id, output: "rain" },
    }),
  };
}

function builtIn(type: string, field: string, input: Fields, output: Fields): AgentTool {
  const action = type === "local_shell" ? { type: "exec", ...input } : input;
  return {
    tool: { type },
    reference: { type },
    input,
    called: (id) => ({
      call: { type: `${type}_call`, call_id: id, status: "completed", [field]: action },
      output: { type: `${type}_call_output`, call_id: id, ...output },
    }),
  };
}

const SEARCH: AgentTool = {
  tool: { type: "tool_search", execution: "client", description: "s", parameters: CITY },
  reference: { type: "function", name: "no_choice_names_it" },
  input: { city: "x" },
  called: (id) => ({
    call: { type: "tool_search_call", call_id: id, execution: "client", status: "completed", arguments: { city: "x" } },
    output: { type: "tool_search_output", call_id: id, execution: "client", status: "completed", tools: [] },
  }),
};

const OF_OPENAI: readonly AgentTool[] = [
  plain("get_weather"),
  plain("get_time", undefined, true),
  plain("read", "mcp__files"),
  plain("read", "mcp__mail", true),
  plain("read_".repeat(12), "mcp__a_server_with_a_long_name"),
  builtIn("local_shell", "action", { command: ["ls"], env: { A: "1" } }, { output: "a.txt" }),
  builtIn(
    "shell",
    "action",
    { commands: ["ls"] },
    {
      output: [{ stdout: "a", stderr: "", outcome: { type: "exit", exit_code: 0 } }],
    },
  ),
  builtIn("apply_patch", "operation", { type: "delete_file", path: "a" }, { status: "completed", output: "ok" }),
  SEARCH,
];

/** A request of an agent, which of its tools may be called, and which its client has. */
export interface AgentRequest {
  readonly body: Fields;
  readonly tools: readonly AgentTool[];
  readonly allowed: readonly AgentTool[] | undefined;
}

interface Plan {
  readonly tools: readonly AgentTool[];
  readonly found: readonly AgentTool[];
  readonly calls: readonly AgentTool[];
  readonly allowed: readonly AgentTool[] | undefined;
  readonly mode: "auto" | "required";
}

function plans(all: readonly AgentTool[]): fc.Arbitrary<Plan> {
  return fc
    .record({ tools: fc.subarray([...all], { minLength: 1 }), found: fc.subarray([...all]) })
    .chain(({ tools, found }) => {
      const nameable = tools.filter((tool) => tool !== SEARCH);
      return fc.record({
        tools: fc.constant(tools),
        found: fc.constant(found.filter((tool) => !tools.includes(tool) && "name" in (tool.tool as Fields))),
        calls: fc.subarray([...all], { maxLength: 5 }),
        allowed: fc.option(fc.subarray(nameable, { minLength: Math.min(1, nameable.length) }), { nil: undefined }),
        mode: fc.constantFrom("auto" as const, "required" as const),
      });
    });
}

const responses: fc.Arbitrary<AgentRequest> = plans(OF_OPENAI).map(({ tools, found, calls, allowed, mode }) => {
  const searched = found.length > 0;
  const search = SEARCH.called("call_s");
  const choice =
    allowed === undefined || allowed.length === 0
      ? undefined
      : { type: "allowed_tools", mode, tools: allowed.map(({ reference }) => reference) };
  const body = given({
    model: "gpt-5.6",
    input: [
      { role: "user", content: "Hello" },
      ...(searched ? [search.call, { ...search.output, tools: found.map(({ tool }) => tool) }] : []),
      ...calls.flatMap((tool, index) => Object.values(tool.called(`call_${index}`))),
    ],
    tools: tools.map(({ tool }) => tool),
    tool_choice: choice,
    store: false,
  });
  return { body, tools: [...tools, ...found], allowed: choice === undefined ? undefined : allowed };
});

// ── Anthropic ───────────────────────────────────────────────────────────────

function anthropicTool(name: string, fields: Fields, input: Fields, result: Json = "done"): AgentTool {
  return {
    tool: { name, ...fields },
    reference: { type: "tool", name },
    input,
    called: (id) => ({
      call: { type: "tool_use", id, name, input },
      output: { type: "tool_result", tool_use_id: id, content: result },
    }),
  };
}

const OF_ANTHROPIC: readonly AgentTool[] = [
  anthropicTool("ToolSearch", { input_schema: CITY }, { city: "x" }, [
    { type: "tool_reference", tool_name: "get_time" },
  ]),
  anthropicTool("get_time", { input_schema: CITY, defer_loading: true }, { city: "Bern" }),
  anthropicTool("mcp__files__read", { input_schema: CITY, defer_loading: true }, { city: "Bern" }),
  anthropicTool("bash", { type: "bash_20250124" }, { command: "ls" }),
  anthropicTool(
    "str_replace_based_edit_tool",
    { type: "text_editor_20250728" },
    { command: "view", path: "/a", view_range: [1, 2] },
  ),
  anthropicTool("memory", { type: "memory_20250818" }, { command: "view", path: "/memories" }),
  anthropicTool(
    "computer",
    { type: "computer_20250124", display_width_px: 100, display_height_px: 100 },
    { action: "left_click", coordinate: [1, 2] },
  ),
];

// A reference must name a tool that is there.
const anthropic: fc.Arbitrary<AgentRequest> = plans(OF_ANTHROPIC).map(({ tools, calls }) => {
  const always = OF_ANTHROPIC.slice(0, 2);
  const declared = [...always, ...tools.filter((tool) => !always.includes(tool))];
  const body = {
    model: "claude-opus-4-8",
    max_tokens: 100,
    messages: [
      { role: "user", content: "Hello" },
      ...calls.flatMap((tool, index) => {
        const { call, output } = tool.called(`toolu_${index}`);
        return [
          { role: "assistant", content: [call] },
          { role: "user", content: [output] },
        ];
      }),
    ],
    tools: declared.map(({ tool }) => tool),
  };
  return { body, tools: declared, allowed: undefined };
});

/** Requests of agents that bring tools of their vendor's own along. */
export const agents: Readonly<Partial<Record<DialectName, fc.Arbitrary<AgentRequest>>>> = {
  "openai-responses": responses,
  anthropic,
};

/** The names of the functions that a request declares. */
export function declaredIn(body: Fields): string[] {
  const { tools = (body.toolConfig as Fields | undefined)?.tools } = body;
  return (Array.isArray(tools) ? tools : []).flatMap((tool: Fields) => {
    if (tool.toolSpec !== undefined) return [nameOf(tool.toolSpec)];
    if (Array.isArray(tool.functionDeclarations)) return tool.functionDeclarations.map(nameOf);
    if (tool.type === "namespace") return (tool.tools as Fields[]).map(nameOf);
    return [nameOf(tool)];
  });
}

function nameOf(tool: Json): string {
  const { name, function: own } = tool as { name?: string; function?: { name: string } };
  return String(own?.name ?? name);
}
