import { DIALECTS, OSLO, PARIS } from "../known-failures/wire.ts";

export const CONTENT = { text: "Wie wäre ☂?", calls: [PARIS, OSLO] };
export const TURNS = [{ user: "Hi" }];
export const CHAT_CLIENTS = DIALECTS.filter((client) => client !== "openai-chat");
