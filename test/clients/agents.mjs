import { join } from "node:path";

const GEMINI = {
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  // It has a model judge whether a long session goes round in circles.
  model: { disableLoopDetection: true },
};

const CLAUDE = {
  /** Its name in what `toolglot serve` prints. */
  title: "Claude Code",
  args: (prompt) => ["-p", prompt],
  env: { DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
  tool: "Read",
  call: (file) => ({ file_path: file }),
};

/** The same gateway as Bedrock, whose InvokeModel takes the bodies of Claude. */
function bedrockLine(line, program) {
  const [, url, key] = /ANTHROPIC_BASE_URL=(\S+) ANTHROPIC_AUTH_TOKEN=(\S+) /.exec(line);
  return `ANTHROPIC_BEDROCK_BASE_URL=${url} AWS_BEARER_TOKEN_BEDROCK=${key} AWS_REGION=us-east-1 ${program}`;
}

/**
 * The agents: how each is asked something without a terminal, and by which tool of its own it reads a file.
 * None may reach the internet; what each would do there is switched off. `line` changes the line that `toolglot serve` prints.
 */
export const agents = [
  {
    ...CLAUDE,
    name: "claude",
    /** A model of the same vendor that takes less than the one that the agent has in mind. */
    sibling: { dialect: "anthropic", model: "claude-sonnet-4-5" },
    /** A tool that its user has forbidden, and how. */
    forbidden: {
      setup: { args: ["--disallowedTools", "Write"] },
      call: (file) => ({ name: "Write", input: { file_path: file, content: "x" } }),
    },
    mcp: claudeMcp,
  },
  {
    ...CLAUDE,
    name: "claude-bedrock",
    env: { ...CLAUDE.env, CLAUDE_CODE_USE_BEDROCK: "1" },
    line: (printed) => bedrockLine(printed, "claude"),
    mcp: claudeMcp,
    sibling: { dialect: "anthropic", model: "claude-sonnet-4-5" },
  },
  {
    ...CLAUDE,
    name: "bedrock-sdk",
    env: {},
    args: (prompt) => [prompt],
    line: (printed) => bedrockLine(printed, `${process.execPath} ${join(import.meta.dirname, "bedrock-sdk.mjs")}`),
    sibling: { dialect: "anthropic", model: "claude-sonnet-4-5" },
  },
  {
    name: "codex",
    title: "Codex",
    usesWebSocket: true,
    args: (prompt) => [
      "exec",
      "--skip-git-repo-check",
      "--dangerously-bypass-approvals-and-sandbox",
      ...["-c", "analytics.enabled=false", "-c", "check_for_update_on_startup=false"],
      prompt,
    ],
    // Its one tool runs JavaScript, in which all others are functions.
    tool: "exec",
    call: (file) => `text((await tools.exec_command({ cmd: ${JSON.stringify(`cat ${file}`)} })).output)`,
    sibling: { dialect: "openai-responses", model: "gpt-4.1" },
    mcp: (name, [command, ...args]) => ({
      // The models after it are offered one tool that runs code, and find the others by it.
      settings: { ".codex/config.toml": `model = "gpt-5.5"\n[mcp_servers.${name}]\n${toml({ command, args })}` },
      tool: "exec_command",
      search: (tool) => ({ name: "tool_search", input: { query: tool.replaceAll("_", " "), limit: 5 } }),
    }),
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    args: (prompt) => ["-p", prompt, "--approval-mode", "yolo", "--skip-trust"],
    settings: {
      ".gemini/settings.json": GEMINI,
    },
    tool: "read_file",
    call: (file) => ({ file_path: file }),
    sibling: { dialect: "gemini", model: "gemini-2.5-flash" },
    forbidden: {
      setup: { settings: { ".gemini/settings.json": { ...GEMINI, tools: { exclude: ["write_file"] } } } },
      call: (file) => ({ name: "write_file", input: { file_path: file, content: "x" } }),
    },
    mcp: (name, [command, ...args]) => ({
      settings: { ".gemini/settings.json": { ...GEMINI, mcpServers: { [name]: { command, args, trust: true } } } },
    }),
  },
  {
    name: "opencode",
    title: "OpenCode",
    args: (prompt) => ["run", prompt],
    env: { OPENCODE_PURE: "1", OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" },
    tool: "read",
    call: (file) => ({ filePath: file }),
    sibling: { dialect: "openai-chat", model: "gpt-5.6" },
    forbidden: {
      setup: { settings: { ".config/opencode/opencode.json": { permission: { edit: "deny" } } } },
      call: (file) => ({ name: "write", input: { filePath: file, content: "x" } }),
    },
    mcp: (name, command) => ({
      settings: { ".config/opencode/opencode.json": { mcp: { [name]: { type: "local", command, enabled: true } } } },
    }),
  },
];

/** What it takes to have an MCP server. */
function claudeMcp(name, [command, ...args]) {
  return {
    settings: { "mcp.json": { mcpServers: { [name]: { command, args } } } },
    args: ["--mcp-config", "../home/mcp.json", "--strict-mcp-config", "--allowedTools", `mcp__${name}`],
    // Else it holds back tools only from models that it knows to search for them.
    env: { ENABLE_TOOL_SEARCH: "true" },
    search: (tool) => ({ name: "ToolSearch", input: { query: `select:mcp__${name}__${tool}`, max_results: 5 } }),
  };
}

function toml(fields) {
  return Object.entries(fields)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
    .join("");
}
