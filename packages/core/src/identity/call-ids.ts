import type { IdRule } from "../model/name-rule.ts";
import { hashText } from "./hash.ts";

/** The prefixes of call ids in all dialects. */
const PREFIXES = ["call_", "toolu_", "fc_"];

/** Marks an id that contains the original one. */
const NESTED = "tg_";

/** Marks an id that is a hash of the original one, which is too long or has other characters. */
const HASHED = "tgh_";

/**
 * A call id with the prefix that another dialect's ids have.
 *
 * @example
 * withPrefix("call_abc", "toolu_"); // "toolu_abc"
 */
export function withPrefix(id: string, prefix: string): string {
  const own = PREFIXES.find((each) => id.startsWith(each)) ?? "";
  return prefix + id.slice(own.length);
}

/**
 * The ids of one conversation, from the client's dialect to the provider's and back. Each way is a function of the id alone,
 * so that the history that a client sends again gives the same ids again; only an id that does not fit the target is
 * remembered.
 */
export class CallIds {
  private readonly client: IdRule;
  readonly provider: IdRule;
  /** In most conversations, nothing is remembered. */
  private remembered: Map<string, string> | undefined = undefined;
  /** Client id → provider id: a result has the id of its call. */
  private providerIds: Map<string, string> | undefined = undefined;

  constructor(client: IdRule, provider: IdRule) {
    this.client = client;
    this.provider = provider;
  }

  toProvider(id: string): string {
    const known = this.recall("p", id) ?? this.providerIds?.get(id);
    if (known !== undefined) return known;
    const sent = this.fit("p", id, [this.client, this.provider]);
    this.providerIds ??= new Map();
    this.providerIds.set(id, sent);
    return sent;
  }

  toClient(id: string): string {
    return this.recall("c", id) ?? this.fit("c", id, [this.provider, this.client]);
  }

  /** Whether the client's id can be computed from the provider's. */
  isReversible(id: string): boolean {
    return this.recall("p", id) === undefined;
  }

  /** Whether the provider's id can be computed from the client's. */
  isClientReversible(id: string): boolean {
    return this.recall("c", id) === undefined;
  }

  private recall(side: "c" | "p", id: string): string | undefined {
    return this.remembered?.get(side + id);
  }

  // An id that its own dialect would not have created cannot be computed back either.
  private fit(side: "c" | "p", id: string, [from, to]: readonly [IdRule, IdRule]): string {
    const translated = translate(id, from, to);
    const fits = isLegal(translated, to);
    if (fits && isLegal(id, from)) return translated;
    const fitting = fits ? translated : hashed(id, to);
    this.remembered ??= new Map();
    this.remembered.set(side + id, fitting);
    this.remembered.set((side === "c" ? "p" : "c") + fitting, id);
    return fitting;
  }
}

/**
 * An id for a call whose source gives none, derived from its position and content.
 *
 * @example
 * derivedId(["f", "{}", "0"], rule); // the same for the same call at the same place
 */
export function derivedId(facts: readonly string[], rule: IdRule): string {
  return hashed(JSON.stringify(facts), rule);
}

/**
 * An id that a dialect accepts: unchanged where it does, else derived from it.
 *
 * @example
 * legalId("call_1", rule); // "call_1"
 */
export function legalId(id: string, rule: IdRule): string {
  return isLegal(id, rule) ? id : hashed(id, rule);
}

// Prefixes are exchanged if one of the dialects requires its own; all other ids stay.
function translate(id: string, from: IdRule, to: IdRule): string {
  if (from.marked === to.marked) return id;
  return to.marked ? mark(id, from, to) : unmark(id, from, to);
}

function mark(id: string, plain: IdRule, marked: IdRule): string {
  const rest = id.startsWith(plain.prefix) ? id.slice(plain.prefix.length) : "";
  const inner = rest.startsWith(NESTED) ? rest.slice(NESTED.length) : "";
  if (inner !== "" && source(inner, plain, marked) === undefined) return inner;
  if (isSimple(rest)) return marked.prefix + rest;
  return isPrefixed(id) ? marked.prefix + id : marked.prefix + NESTED + id;
}

function unmark(id: string, marked: IdRule, plain: IdRule): string {
  return source(id, plain, marked) ?? plain.prefix + NESTED + id;
}

/** The id from which `mark` made this one, if it did. */
function source(id: string, plain: IdRule, marked: IdRule): string | undefined {
  if (!id.startsWith(marked.prefix)) return undefined;
  const rest = id.slice(marked.prefix.length);
  if (isSimple(rest)) return plain.prefix + rest;
  const nested = rest.startsWith(NESTED) ? rest.slice(NESTED.length) : undefined;
  const original = nested ?? (isPrefixed(rest) ? rest : plain.prefix + rest);
  return original !== "" && mark(original, plain, marked) === id ? original : undefined;
}

function isSimple(rest: string): boolean {
  return rest !== "" && !isPrefixed(rest) && !rest.startsWith(NESTED);
}

function isPrefixed(id: string): boolean {
  for (const prefix of PREFIXES) if (id.startsWith(prefix)) return true;
  return false;
}

function isLegal(id: string, rule: IdRule): boolean {
  if (id.length === 0 || id.length > rule.maxLength || (rule.minLength !== undefined && id.length < rule.minLength))
    return false;
  return rule.characters.test(id);
}

function hashed(id: string, rule: IdRule): string {
  if (rule.minLength === rule.maxLength) return hashText(id).slice(0, rule.maxLength);
  return (rule.prefix + HASHED + hashText(id)).slice(0, rule.maxLength);
}
