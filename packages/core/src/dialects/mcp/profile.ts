import type { DialectProfile } from "../../model/profile.ts";
import { everything } from "../../schema/profiles/everything.ts";
import { withoutMessages } from "../without-messages.ts";
import { callProfile } from "./call-profile.ts";

export const profile: DialectProfile = {
  ...callProfile,
  conversation: { ...withoutMessages, ...callProfile.conversation },
  native: { ...everything, modern: "undeclared" },
  strictIsExplicit: false,
  conservativeLacks: new Set(),
  literal: { strict: false, removes: new Set() },
  hosted: {},
};
