import type { SchemaSubsets } from "../features.ts";
import type { ProfileName } from "../model/profile.ts";
import { conservative } from "./profiles/conservative.ts";
import { lenient } from "./profiles/lenient.ts";
import type { LowerFunction, LoweringTarget } from "./profiles/lower-function.ts";
import { portable } from "./profiles/portable.ts";
import { strict } from "./profiles/strict.ts";
import { strictLiteral } from "./profiles/strict-literal.ts";
import { schemaRewriter } from "./rewrite.ts";

const profiles: Readonly<
  Record<Exclude<ProfileName, "native" | "passthrough">, (target: LoweringTarget) => LowerFunction>
> = { strict, "strict-literal": strictLiteral, lenient, conservative, portable };

/** Rewrites schemas for strict modes, and for the profiles beside `native` and `passthrough`. */
export const schemaSubsets: SchemaSubsets = { feature: "schemaSubsets", rewriter: schemaRewriter, profiles };
