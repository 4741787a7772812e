/** A public value, with its doc comment. */
export interface PublicValue {
  readonly name: string;
  readonly kind: "function" | "class" | "const";
  readonly text: string;
  readonly example: string;
}

export function apiPage(): string;
export function publicValues(file: string): PublicValue[];

/** Entries that export a part of what another one does. */
export const PARTS: readonly (readonly [name: string, file: string, whole: string, what: string])[];

/** The entries of the packages, as they are imported, and their files. */
export const ENTRIES: readonly (readonly [name: string, file: string])[];
