import type { DialectProfile } from "../../model/profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { nonStrictSchema, strictSchema } from "../chat/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";

export const profile: DialectProfile = {
  ...callProfile,
  native: nonStrictSchema,
  /** https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
  strict: strictSchema,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: true, removes: new Set() },
  hosted: {},
};
