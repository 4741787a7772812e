export interface ProgramSize {
  readonly name: string;
  readonly size: number;
  readonly limit: number;
}

export function sizeProblems(sizes: readonly ProgramSize[]): string[];
