import { type LeafKeywords, leafKeywords } from "../fast/leaf-copy.ts";
import type { SchemaProfile } from "../model/schema-profile.ts";

/** A profile in the form that lowering reads. */
export interface CompiledProfile extends SchemaProfile {
  /** Whether the target accepts every keyword, so that schemas are copied instead of rewritten. */
  readonly unrestricted: boolean;
  /** The keywords of a leaf that the target supports. */
  readonly leafKeywords: LeafKeywords;
}

/** Compiles a profile once. All compiled profiles have the same fields, because they are read for every schema. */
export function compileProfile(profile: SchemaProfile): CompiledProfile {
  if (isCompiled(profile)) return profile;
  const found = compiledProfiles.get(profile);
  if (found !== undefined) return found;
  const unrestricted = profile.keywords === undefined;
  const compiled = { ...ABSENT, ...profile, unrestricted, leafKeywords: leafKeywords(profile.keywords) };
  compiledProfiles.set(profile, compiled as CompiledProfile);
  return compiled as CompiledProfile;
}

function isCompiled(profile: SchemaProfile): profile is CompiledProfile {
  return (profile as CompiledProfile).unrestricted !== undefined;
}

/** The fields that a profile may leave out. */
const ABSENT = {
  keywords: undefined,
  formats: undefined,
  propertyNames: undefined,
  items: undefined,
  limits: undefined,
  rewriter: undefined,
};

const compiledProfiles = new WeakMap<SchemaProfile, CompiledProfile>();
