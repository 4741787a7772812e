/** A bundled Worker. */
export interface BundledWorker {
  start(): Promise<{ readonly url: string; stop(): Promise<void> }>;
  /** Removes what its objects have stored. */
  remove(): void;
}

export function createWorker(name: string, variables?: Readonly<Record<string, string>>): Promise<BundledWorker>;
