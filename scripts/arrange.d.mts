export function arrange(code: string, programs: readonly ReadonlySet<string>[]): string[];
