import type { Agent } from "./agent.ts";

/** https://code.claude.com/docs/en/llm-gateway */
export const claude: Agent = {
  name: "claude",
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  launchOptions: ({ url, key }) => ({
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: key },
    args: [],
    // An API key would be sent in addition to the token.
    unset: ["ANTHROPIC_API_KEY", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"],
  }),
};
