// Written by scripts/betas.mjs from LiteLLM's table of beta headers (MIT); do not edit.

/** The betas of Anthropic's API that are known, a line each. */
export const KNOWN_BETAS: string = `
advanced-tool-use-2025-11-20
advisor-tool-2026-03-01
bash_20241022
bash_20250124
code-execution-2025-08-25
compact-2026-01-12
compact-2026-09-04
computer-use-2025-01-24
computer-use-2025-11-24
context-1m-2025-08-07
context-management-2025-06-27
dangerous-tool-use-2026-09-03
effort-2025-11-24
fast-mode-2026-02-01
files-api-2025-04-14
fine-grained-tool-streaming-2025-05-14
inline-tools-2026-09-15
interleaved-thinking-2025-05-14
mcp-client-2025-04-04
mcp-client-2025-11-20
mcp-servers-2025-12-04
mid-conversation-output-config-2026-07-01
mid-conversation-tool-changes-2026-07-01
oauth-2025-04-20
output-128k-2025-02-19
per-turn-control-2026-07-01
prompt-caching-scope-2026-01-05
skills-2025-10-02
structured-output-2024-03-01
structured-outputs-2025-11-13
text_editor_20241022
text_editor_20250124
thinking-binding-controls-2026-08-01
thinking-display-updates-2026-08-18
token-efficient-tools-2025-02-19
tool-search-tool-2025-10-19
web-fetch-2025-09-10
web-search-2025-03-05
`;

/** The betas that each platform takes, a line each: the name, and after `=` the name that the platform has for it. */
export const PLATFORM_BETAS: Readonly<Record<string, string>> = {
  azure: `
advanced-tool-use-2025-11-20
code-execution-2025-08-25
computer-use-2025-01-24
computer-use-2025-11-24
context-1m-2025-08-07
context-management-2025-06-27
dangerous-tool-use-2026-09-03
effort-2025-11-24
files-api-2025-04-14
interleaved-thinking-2025-05-14
mcp-client-2025-04-04
mcp-client-2025-11-20
per-turn-control-2026-07-01
prompt-caching-scope-2026-01-05
skills-2025-10-02
structured-outputs-2025-11-13
thinking-display-updates-2026-08-18
web-fetch-2025-09-10
web-search-2025-03-05
`,
  bedrock: `
advanced-tool-use-2025-11-20=tool-search-tool-2025-10-19
compact-2026-01-12
computer-use-2025-01-24
computer-use-2025-11-24
context-1m-2025-08-07
context-management-2025-06-27
dangerous-tool-use-2026-09-03
effort-2025-11-24
fine-grained-tool-streaming-2025-05-14
mid-conversation-output-config-2026-07-01
mid-conversation-tool-changes-2026-07-01
thinking-binding-controls-2026-08-01
thinking-display-updates-2026-08-18
tool-search-tool-2025-10-19
`,
  vertex: `
advanced-tool-use-2025-11-20=tool-search-tool-2025-10-19
compact-2026-01-12
computer-use-2025-01-24
computer-use-2025-11-24
context-1m-2025-08-07
context-management-2025-06-27
dangerous-tool-use-2026-09-03
inline-tools-2026-09-15
interleaved-thinking-2025-05-14
per-turn-control-2026-07-01
thinking-binding-controls-2026-08-01
thinking-display-updates-2026-08-18
tool-search-tool-2025-10-19
web-search-2025-03-05
`,
};
