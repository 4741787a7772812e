export function withPlainNamespaces(code: string): string;
