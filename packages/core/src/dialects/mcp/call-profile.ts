import type { CallProfile } from "../../model/profile.ts";
import { callsWithoutMessages } from "../without-messages.ts";

export const callProfile: CallProfile = {
  /** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names */
  toolNames: { characters: "a-zA-Z0-9_.-", maxLength: 128 },
  toolFields: new Set(["title", "annotations", "outputSchema", "icons", "meta"]),
  conversation: { ...callsWithoutMessages, structuredResults: "all" },
};
