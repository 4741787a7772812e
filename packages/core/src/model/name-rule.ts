/** The tool names that a provider accepts. */
export interface NameRule {
  /** The characters allowed in a name, as the inside of a character class. */
  readonly characters: string;
  /** The characters allowed at the start, where they are fewer. */
  readonly first?: string;
  readonly maxLength: number;
}

/** The call ids that a provider accepts. */
export interface IdRule {
  /** The prefix of its own ids. */
  readonly prefix: string;
  /** Whether foreign ids get that prefix, which is removed again on the way back. */
  readonly marked: boolean;
  /** Matches an id of allowed characters. */
  readonly characters: RegExp;
  readonly minLength?: number;
  readonly maxLength: number;
}
