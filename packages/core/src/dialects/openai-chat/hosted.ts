import type { HostedTools } from "../../mapping/tools/hosted.ts";
import { profile } from "./profile.ts";

/** Chat Completions hosts no tools itself: web search is a field of the request there. */
export const hosted: HostedTools = { dialect: "openai-chat", kinds: {}, types: profile.hosted, settings: {} };
