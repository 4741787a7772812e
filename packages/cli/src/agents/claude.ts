import type { Agent } from "./agent.ts";

/** https://code.claude.com/docs/en/llm-gateway */
export const claude: Agent = {
  name: "claude",
  title: "Claude Code",
  family: "claude",
  package: "@anthropic-ai/claude-code",
  launchOptions: ({ url, key, model }) => ({
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: key, ...modelVariables(model) },
    args: [],
    // An API key would be sent in addition to the token.
    unset: ["ANTHROPIC_API_KEY", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"],
  }),
};

// A Haiku model is asked for work in the background: https://code.claude.com/docs/en/model-config#environment-variables
function modelVariables(model: string | undefined): Record<string, string> {
  return model === undefined ? {} : { ANTHROPIC_MODEL: model, ANTHROPIC_DEFAULT_HAIKU_MODEL: model };
}
