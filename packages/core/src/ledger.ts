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

  /** What was lost; `pathOf` makes a path of the pointer of a place. */
  losses(pathOf: PathOf = asItIs): Loss[] {
    const alike = new Map<string, Loss>();
    return unique(this.lossEntries, featureOf, (entry, pointer) => {
      const loss = this.toLoss(entry, pathOf(pointer), alike);
      alike.set(loss.feature, loss);
      return loss;
    });
  }

  // Many losses of a request have the same message: it is made once. `alike` has the last loss of each feature.
  private toLoss(entry: LossEntry, path: string, alike: ReadonlyMap<string, Loss>): Loss {
    const { from, to } = this.dialects;
    const { code, level, note } = entry;
    const { action = "dropped", detail } = note;
    const feature = featureOf(entry);
    const last = alike.get(feature);
    const message =
      last?.action === action ? last.message : `feature ${feature} ${VERBS[action]} converting from ${from} to ${to}`;
    const loss = { code, feature, path, from, to, level, action, message };
    return detail === undefined ? loss : { ...loss, detail };
  }

  /** What was changed; `pathOf` makes a path of the pointer of a place. */
  changes(pathOf: PathOf = asItIs): Change[] {
    return unique(this.changeEntries, ruleOf, (entry, pointer) => toChange(entry, pathOf(pointer)));
  }
}

/** The path in the source of the pointer of a place. */
export type PathOf = (pointer: string) => string;

function asItIs(pointer: string): string {
  return pointer;
}

/** How many characters of a path are charged as one step. */
const PATH_CHARACTERS_PER_STEP = 256;

function featureOf({ place, note }: LossEntry): string {
  return note.feature ?? String(place.key);
}

const VERBS: Readonly<Record<LossAction, string>> = {
  dropped: "lost",
  described: "moved into the description",
  weakened: "weakened",
  truncated: "truncated",
};

function toChange({ rule, detail }: ChangeEntry, path: string): Change {
  return detail === undefined ? { path, rule } : { path, rule, detail };
}

function ruleOf({ rule }: ChangeEntry): string {
  return rule;
}

// A definition with several references is walked several times, and reports the same each time.
function unique<Entry extends { readonly place: Place }, Made>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  make: (entry: Entry, pointer: string) => Made,
): Made[] {
  const seen = new Map<string, string[]>();
  const made: Made[] = [];
  for (const entry of entries) {
    const { pointer } = entry.place;
    const name = nameOf(entry);
    const names = seen.get(pointer) ?? [];
    if (names.includes(name)) continue;
    names.push(name);
    seen.set(pointer, names);
    made.push(make(entry, pointer));
  }
  return made;
}
