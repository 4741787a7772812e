export function privateNames(sources: readonly string[]): ReadonlySet<string>;
export function withShortNames(code: string, names: ReadonlySet<string>): string;
