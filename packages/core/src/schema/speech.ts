import type { SchemaProfile } from "../model/profile.ts";
import { type Traits, traitsKnown } from "./traits.ts";

/** A profile while schemas are lowered by it. */
export interface Speech extends SchemaProfile {
  /** Schemas may go as they are. */
  readonly verbatim: boolean;
  /** The kinds of keywords that go as they are. */
  readonly known: Traits;
}

/** What a profile speaks: worked out once, and in one shape for all profiles, because every schema is asked for it. */
export function speechOf(profile: SchemaProfile): Speech {
  const found = speeches.get(profile);
  if (found !== undefined) return found;
  const verbatim = profile.keywords === undefined;
  const speech = { ...ABSENT, ...profile, verbatim, known: traitsKnown(profile.keywords) } as Speech;
  speeches.set(profile, speech);
  speeches.set(speech, speech);
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

const speeches = new WeakMap<SchemaProfile, Speech>();
