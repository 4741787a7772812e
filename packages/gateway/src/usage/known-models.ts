/** Names of models, of which only the most recent are remembered. */
const MAX_KNOWN = 2000;

/** Whether a name is one that is counted by itself. */
const NAME = /^[\x21-\x7e]{1,256}$/;

/** The models that providers have answered for since the gateway was started. Clients can request any name. */
export class KnownModels {
  private readonly names = new Set<string>();
  /** The one that was added last: most requests are like the one before. */
  private last: { readonly provider: string; readonly model: string } | undefined;

  /** Returns whether it is known from now on. */
  add(provider: string, model: string): boolean {
    if (this.last?.model === model && this.last.provider === provider) return true;
    const name = `${provider}/${model}`;
    const isKnown = this.names.has(name);
    if (!isKnown && !NAME.test(model)) return false;
    if (!isKnown) this.remember(name);
    this.last = { provider, model };
    return true;
  }

  has(provider: string, model: string): boolean {
    return this.names.has(`${provider}/${model}`);
  }

  private remember(name: string): void {
    this.names.add(name);
    const [oldest] = this.names;
    if (this.names.size > MAX_KNOWN && oldest !== undefined) this.names.delete(oldest);
  }
}
