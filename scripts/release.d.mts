interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export function versionProblems(manifests: readonly Manifest[], changelog: string): string[];
export function makeRelease(folder: string): string[];
