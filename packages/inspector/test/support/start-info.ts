import type { ModelList, StartInfo } from "@toolglot/gateway";

export const START: StartInfo = {
  version: "0.1.0",
  url: "http://127.0.0.1:4141",
  clients: [
    {
      name: "Claude Code",
      agent: "claude-code",
      lines: [
        { label: "shell", text: "toolglot run claude" },
        { label: "environment", text: "ANTHROPIC_BASE_URL=http://127.0.0.1:4141 ANTHROPIC_AUTH_TOKEN=any claude" },
      ],
    },
    { name: "Codex", agent: "codex", lines: [{ label: "shell", text: "toolglot run codex" }] },
    { name: "Gemini CLI", agent: "gemini-cli", lines: [{ label: "shell", text: "toolglot run gemini" }] },
    {
      name: "OpenAI SDK",
      lines: [{ label: "python", text: 'OpenAI(base_url="http://127.0.0.1:4141/v1", api_key="any")' }],
    },
  ],
  providers: [
    {
      name: "openai",
      dialect: "openai-responses",
      baseUrl: "https://api.openai.com/v1",
      state: "ok",
      lastUsedAt: 1_794_812_000_000,
      isSimulated: false,
    },
    {
      name: "gemini",
      dialect: "gemini",
      baseUrl: "https://generativelanguage.googleapis.com/v1beta",
      state: "failing",
      error: { type: "rate_limit", message: '{"error":{"code":429,"message":"quota of the project is used up"}}' },
      isSimulated: false,
    },
    { name: "sim", dialect: "openai-chat", baseUrl: "simulated", state: "unknown", isSimulated: true },
  ],
  troubles: [{ part: "routes", message: "gpt-4o-* never matches: an earlier route takes everything" }],
  bodies: true,
};

export const MODELS: ModelList = { models: ["openai/gpt-5.6", "gemini/gemini-3.8-pro", "sim/default", "sim/tools"] };
