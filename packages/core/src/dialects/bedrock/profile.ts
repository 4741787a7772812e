import type { DialectProfile } from "../../model/profile.ts";
import { native, strict } from "../claude/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";

/** Schemas go to the model as they are: Claude has the strictest rules for them, other models ignore what they do not know. */
export const profile: DialectProfile = {
  ...callProfile,
  native,
  strict,
  strictBudget: { tools: 20, optional: 24, unions: 16 },
  strictIsExplicit: false,
  conservativeLacks: new Set(["$ref", "$defs", "definitions"]),
  literal: { strict: false, removes: new Set() },
  // Only Amazon's own models have tools that run at AWS: https://docs.aws.amazon.com/nova/latest/nova2-userguide/using-tools.html
  hosted: {},
};
