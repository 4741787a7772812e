export function withArrows(code: string): string;
