export function withInlined(code: string): string;
