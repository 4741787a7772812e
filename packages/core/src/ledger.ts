import { Budget } from "./budget.ts";
import { type FastFunctions, NO_FAST_FUNCTIONS } from "./fast/functions.ts";
import { type Features, NO_FEATURES } from "./features.ts";
import type { Change, ChangeEntry, Loss, LossAction, LossEntry, ReportEntries } from "./model/loss.ts";
import type { Place } from "./place.ts";

/** The dialects of a translation, as the caller spells them. */
export interface DialectPair {
  readonly from: string;
  readonly to: string;
}

/** How many losses and changes there were. */
export type Mark = readonly [losses: number, changes: number];

/** What a translation may cost, which fast paths it may take, and which features it has. */
export interface LedgerOptions {
  readonly budget?: Budget;
  readonly fast?: FastFunctions;
  readonly features?: Features;
}

/** Collects what a translation lost and changed; entries become values only when they are read. */
export class Ledger {
  readonly dialects: DialectPair;
  /** What the translation may still cost. */
  readonly budget: Budget;
  /** Which fast paths the translation may take. */
  readonly fast: FastFunctions;
  readonly features: Features;
  private readonly lossEntries: LossEntry[] = [];
  private readonly changeEntries: ChangeEntry[] = [];
  private ofTools: Ledger | undefined;

  constructor(ends: DialectPair, options: LedgerOptions = {}) {
    this.dialects = ends;
    this.budget = options.budget ?? new Budget();
    this.fast = options.fast ?? NO_FAST_FUNCTIONS;
    this.features = options.features ?? NO_FEATURES;
  }

  addLoss(entry: LossEntry): void {
    this.spendPath(entry.place);
    this.lossEntries.push(entry);
  }

  addChange(entry: ChangeEntry): void {
    this.spendPath(entry.place);
    this.changeEntries.push(entry);
  }

  // A name of a million characters is in the path of everything below it.
  private spendPath({ length }: Place): void {
    if (length > PATH_CHARACTERS_PER_STEP) this.budget.spend(length / PATH_CHARACTERS_PER_STEP);
  }

  /** What a request loses and changes of its tools; the places are below the list of tools. */
  get tools(): Ledger {
    this.ofTools ??= new Ledger(this.dialects, this);
    return this.ofTools;
  }

  /** What was collected so far. */
  get entries(): ReportEntries {
    return { losses: this.lossEntries, changes: this.changeEntries };
  }

  /** Adds what another ledger has collected. */
  include({ losses, changes }: ReportEntries): void {
    for (const entry of losses) this.lossEntries.push(entry);
    for (const entry of changes) this.changeEntries.push(entry);
  }

  /** Whether nothing was lost or changed, in the tools or elsewhere. */
  get isEmpty(): boolean {
    return this.lossEntries.length === 0 && this.changeEntries.length === 0 && this.ofTools?.isEmpty !== false;
  }

  get hasLosses(): boolean {
    return this.lossEntries.length > 0;
  }

  /** The number of losses and changes so far; `rewind` forgets what came after. */
  mark(): Mark {
    return [this.lossEntries.length, this.changeEntries.length];
  }

  rewind([losses, changes]: Mark): void {
    this.lossEntries.length = losses;
    this.changeEntries.length = changes;
  }

  /** Forgets the changes so far: what decoding has normalized is written back as it was. */
  forgetChanges(): void {
    this.changeEntries.length = 0;
  }

  losses(): Loss[] {
    if (this.lossEntries.length === 0) return [];
    const messages = new Map<string, string>();
    return unique(
      this.lossEntries.map((entry) => toLoss(entry, this.dialects, messages)),
      ({ feature }) => feature,
    );
  }

  changes(): Change[] {
    if (this.changeEntries.length === 0) return [];
    return unique(this.changeEntries.map(toChange), ({ rule }) => rule);
  }
}

/** How many characters of a path are charged as one step. */
const PATH_CHARACTERS_PER_STEP = 256;

// Many losses of a request have the same message: it is made once.
function toLoss(
  { code, level, place, note }: LossEntry,
  { from, to }: DialectPair,
  messages: Map<string, string>,
): Loss {
  const { feature = String(place.key), action = "dropped", detail } = note;
  const what = `${feature} ${VERBS[action]}`;
  const message = messages.get(what) ?? `feature ${what} converting from ${from} to ${to}`;
  messages.set(what, message);
  const loss = { code, feature, path: place.pointer, from, to, level, action, message };
  return detail === undefined ? loss : { ...loss, detail };
}

const VERBS: Readonly<Record<LossAction, string>> = {
  dropped: "lost",
  described: "moved into the description",
  weakened: "weakened",
  truncated: "truncated",
};

function toChange(entry: ChangeEntry): Change {
  const change = { path: entry.place.pointer, rule: entry.rule };
  return entry.detail === undefined ? change : { ...change, detail: entry.detail };
}

// A definition with several references is walked several times, and reports the same each time.
function unique<T extends { path: string }>(entries: readonly T[], nameOf: (entry: T) => string): T[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    // The length of the path makes the key unambiguous.
    const key = `${entry.path.length} ${entry.path}${nameOf(entry)}`;
    return !seen.has(key) && seen.add(key);
  });
}
