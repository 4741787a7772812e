/** Names of models, of which only the most recent are remembered. */
const MAX_KNOWN = 2000;

/** Whether a name is one that is counted by itself. */
const NAME = /^[\x21-\x7e]{1,256}$/;

/** The models that providers have answered for since the gateway was started. Clients can request any name. */
export class KnownModels {
  private readonly names = new Set<string>();

  /** Returns whether it is known from now on. */
  add(provider: string, model: string): boolean {
    const name = `${provider}/${model}`;
    if (this.names.has(name)) return true;
    if (!NAME.test(model)) return false;
    this.names.add(name);
    const [oldest] = this.names;
    if (this.names.size > MAX_KNOWN && oldest !== undefined) this.names.delete(oldest);
    return true;
  }

  has(provider: string, model: string): boolean {
    return this.names.has(`${provider}/${model}`);
  }
}
