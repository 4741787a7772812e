/** A module that is loaded when the program has started, or with its first use. */
export class Late<Module> {
  private readonly importModule: () => Promise<Module>;
  private loaded: Module | undefined;
  private loading: Promise<void> | undefined;

  constructor(importModule: () => Promise<Module>) {
    this.importModule = importModule;
  }

  /** Loads it, once; `undefined` if that is done. */
  load(): Promise<void> | undefined {
    if (this.loaded !== undefined) return undefined;
    this.loading ??= this.importModule().then(
      (module) => this.provide(module),
      (error) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }

  /** Sets the module, for programs that are loaded as a whole. */
  provide(module: Module): void {
    this.loaded = module;
  }

  /** The module, for code that runs only after it is loaded. */
  get value(): Module {
    if (this.loaded === undefined) throw new Error("this module is used before it is loaded");
    return this.loaded;
  }
}
