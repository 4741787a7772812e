/** Features of regular expressions that some engines lack. */
export type PatternFeature = "look-around" | "back-reference" | "word boundary" | "large repetition";

/** The features that a pattern uses, found by reading its text once. It is never executed. */
export function patternFeatures(
  pattern: string,
  largeRepetition: number = Number.POSITIVE_INFINITY,
): Set<PatternFeature> {
  const found = new Set<PatternFeature>();
  let inClass = false;
  for (let index = 0; index < pattern.length; index += pattern[index] === "\\" ? 2 : 1) {
    const character = pattern[index];
    if (inClass) inClass = character !== "]";
    else if (character === "[") inClass = true;
    else {
      const feature = featureAt(pattern, index, largeRepetition);
      if (feature !== undefined) found.add(feature);
    }
  }
  return found;
}

function featureAt(pattern: string, index: number, largeRepetition: number): PatternFeature | undefined {
  const ahead = pattern.slice(index, index + LOOK_AHEAD);
  if (/^\(\?<?[=!]/.test(ahead)) return "look-around";
  if (/^\\(?:[1-9]|k<)/.test(ahead)) return "back-reference";
  if (/^\\[bB]/.test(ahead)) return "word boundary";
  const bounds = /^\{([0-9]+)(?:,([0-9]*))?\}/.exec(ahead);
  if (bounds === null) return undefined;
  return Math.max(Number(bounds[1]), Number(bounds[2] ?? 0)) > largeRepetition ? "large repetition" : undefined;
}

const LOOK_AHEAD = 24;
