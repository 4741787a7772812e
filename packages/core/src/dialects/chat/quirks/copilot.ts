import type { ChatQuirk } from "../quirk.ts";

/**
 * GitHub Copilot sends reasoning in `reasoning_text`, and that of Claude in `thinking`:
 * https://github.com/microsoft/vscode-copilot-chat/blob/main/src/platform/thinking/common/thinking.ts
 */
export const copilot: ChatQuirk = { reasoningFields: ["reasoning_text", "thinking"] };
