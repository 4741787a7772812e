import type { SchemaProfile } from "../model/profile.ts";
import { type Traits, traitsOfKeywords } from "./traits.ts";

/** A profile while schemas are lowered by it. */
export interface CompiledProfile extends SchemaProfile {
  /** Schemas may go as they are. */
  readonly unrestricted: boolean;
  /** The kinds of keywords that go as they are. */
  readonly knownTraits: Traits;
}

/** What a profile speaks: worked out once, and in one shape for all profiles, because every schema is asked for it. */
export function compileProfile(profile: SchemaProfile): CompiledProfile {
  const found = compiledProfiles.get(profile);
  if (found !== undefined) return found;
  const verbatim = profile.keywords === undefined;
  const speech = {
    ...ABSENT,
    ...profile,
    unrestricted: verbatim,
    knownTraits: traitsOfKeywords(profile.keywords),
  } as CompiledProfile;
  compiledProfiles.set(profile, speech);
  compiledProfiles.set(speech, speech);
  return speech;
}

/** What a profile may leave out. */
const ABSENT = {
  keywords: undefined,
  formats: undefined,
  propertyNames: undefined,
  items: undefined,
  limits: undefined,
};

const compiledProfiles = new WeakMap<SchemaProfile, CompiledProfile>();
