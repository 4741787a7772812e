import { unknownValue } from "../failure.ts";
import type { Agent } from "./agent.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";

/** The agents that `toolglot run` can start. */
export const agents: readonly Agent[] = [claude, codex, gemini, opencode];

/** The agent with this name. */
export function agentNamed(word: string): Agent {
  const agent = agents.find(({ name }) => name === word);
  if (agent !== undefined) return agent;
  throw unknownValue(
    "agent",
    word,
    agents.map(({ name }) => name),
  );
}
