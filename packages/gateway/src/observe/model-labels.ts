/** What stands for everything that is no label. */
export const OTHER = "_other";

/** Told which models a config names, and of the names that are no label any more. */
export interface LabelOptions {
  isNamed(provider: string, model: string): boolean;
  onForget(provider: string, model: string): void;
}

/**
 * Which models have metrics of their own: those that the config names, and of the others those that providers have answered
 * for most often. Clients make names up, and some servers answer to any of them: such names have a few places, and one that
 * is used more often takes the place of one that was used less.
 */
export class ModelLabels {
  private readonly options: LabelOptions;
  private readonly places = new Map<string, Place>();
  /** How often those without a place were answered for, the latest last. */
  private readonly waiting = new Map<string, number>();

  constructor(options: LabelOptions) {
    this.options = options;
  }

  /** A provider has answered for a model. */
  count(provider: string, model: string): void {
    if (!LABEL.test(model) || this.options.isNamed(provider, model)) return;
    const key = `${provider}/${model}`;
    const place = this.places.get(key);
    if (place !== undefined) place.answers++;
    else if (this.places.size < MOST_PLACES) this.places.set(key, { provider, model, answers: 1 });
    else this.wait(key, { provider, model, answers: (this.waiting.get(key) ?? 0) + 1 });
  }

  labelOf(provider: string, model: string): string {
    if (this.options.isNamed(provider, model)) return model;
    return this.places.has(`${provider}/${model}`) ? model : OTHER;
  }

  private wait(key: string, place: Place): void {
    const [least, weakest] = this.leastUsed();
    this.waiting.delete(key);
    if (weakest.answers < place.answers) {
      this.places.delete(least);
      this.options.onForget(weakest.provider, weakest.model);
      this.places.set(key, place);
      return;
    }
    this.waiting.set(key, place.answers);
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > MOST_WAITING && oldest !== undefined) this.waiting.delete(oldest);
  }

  private leastUsed(): [string, Place] {
    return [...this.places].reduce((least, each) => (each[1].answers < least[1].answers ? each : least));
  }
}

interface Place {
  readonly provider: string;
  readonly model: string;
  answers: number;
}

const MOST_PLACES = 20;
const MOST_WAITING = 256;

/** What may be a label without being named by the config: plain characters, and not too many of them. */
const LABEL = /^[\w.:/@+~-]{1,128}$/;
