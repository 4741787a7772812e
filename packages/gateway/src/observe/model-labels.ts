/** The label of all models without a label of their own. */
export const OTHER = "_other";

export interface LabelOptions {
  isNamed(provider: string, model: string): boolean;
  onForget(provider: string, model: string): void;
}

/**
 * Decides which models are labels of metrics: those that the config names, and a few of the others. Clients can send any
 * name, and servers like llama.cpp respond to all of them, so a more frequent name relabels a less frequent one.
 */
export class ModelLabels {
  private readonly options: LabelOptions;
  private readonly labels = new Map<string, LabeledModel>();
  /** The number of responses of models without a label, the latest last. */
  private readonly waiting = new Map<string, number>();

  constructor(options: LabelOptions) {
    this.options = options;
  }

  /** Counts responses of a model. */
  count(provider: string, model: string, more = 1): void {
    if (this.options.isNamed(provider, model) || !LABEL.test(model)) return;
    const key = `${provider}/${model}`;
    const known = this.labels.get(key);
    if (known !== undefined) known.responses += more;
    else if (this.labels.size < MAX_LABELS) this.labels.set(key, { provider, model, responses: more });
    else this.wait(key, { provider, model, responses: (this.waiting.get(key) ?? 0) + more });
  }

  labelOf(provider: string, model: string): string {
    if (this.options.isNamed(provider, model)) return model;
    return this.labels.has(`${provider}/${model}`) ? model : OTHER;
  }

  private wait(key: string, candidate: LabeledModel): void {
    const [least, weakest] = this.leastUsed();
    this.waiting.delete(key);
    if (weakest.responses < candidate.responses) {
      this.labels.delete(least);
      this.options.onForget(weakest.provider, weakest.model);
      this.labels.set(key, candidate);
      return;
    }
    this.waiting.set(key, candidate.responses);
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > MAX_WAITING && oldest !== undefined) this.waiting.delete(oldest);
  }

  private leastUsed(): [string, LabeledModel] {
    return [...this.labels].reduce((least, each) => (each[1].responses < least[1].responses ? each : least));
  }
}

interface LabeledModel {
  readonly provider: string;
  readonly model: string;
  responses: number;
}

const MAX_LABELS = 20;
const MAX_WAITING = 256;

/** Names that can be labels without being in the config. */
const LABEL = /^[\w.:/@+~-]{1,128}$/;
