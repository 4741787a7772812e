import type { CallProfile } from "../../model/profile.ts";
import { callsWithoutMessages } from "../without-messages.ts";

export const callProfile: CallProfile = {
  toolNames: { characters: "a-zA-Z0-9_", maxLength: 64 },
  toolFields: new Set(),
  conversation: { ...callsWithoutMessages, structuredResults: "successes" },
};
