import type { HostedTools } from "../../mapping/tools/hosted.ts";
import { profile } from "./profile.ts";

/** Ollama hosts no tools itself. */
export const hosted: HostedTools = { dialect: "ollama", kinds: {}, types: profile.hosted, settings: {} };
