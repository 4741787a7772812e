interface Source {
  readonly text: string;
  readonly isPublic: boolean;
  readonly isWire: boolean;
}

export function internalNames(sources: readonly Source[], elsewhere: ReadonlySet<string>): ReadonlySet<string>;
export function withShortProperties(code: string, internal: ReadonlySet<string>): string;
