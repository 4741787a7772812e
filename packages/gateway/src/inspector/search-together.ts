// One search for secrets in all bodies of an exchange.

import type { RecordedBody } from "./recorded-body.ts";
import type { Recording } from "./recording.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { partToSearch } from "./redact/common-part.ts";
import type { Slab } from "./slab.ts";

/** Smaller bodies are searched faster than they are compared with those before them, in bytes. */
const MIN_COMPARED = 8192;

/** Whether a body is compared with a similar one, of which it may repeat a part. */
export function isCompared({ stored }: RecordedBody): boolean {
  return stored !== undefined && stored.length >= MIN_COMPARED;
}

/**
 * Searches contiguous bodies in the store in one pass, which is faster than a search in each: nearly always there is no secret. Returns
 * whether there is none; false also if the bodies are not contiguous. A match across two bodies is a false alarm, after which each body
 * is searched by itself; nothing is missed.
 */
export function searchTogether(
  bodies: readonly RecordedBody[],
  redactor: BodyRedactor,
  before: Recording | undefined,
): boolean {
  const search = new JointSearch(redactor);
  for (const body of bodies) search.add(body, body.isStream ? undefined : before?.bodyNamed(body.name));
  if (!search.isClean()) return false;
  for (const body of bodies) body.onSearched(redactor.finder.version, search.hasName);
  return true;
}

/** The search in memory that several bodies share. */
class JointSearch {
  hasName = false;
  private hasSecret = false;
  /** Whether a body is not in the same slab as the one before it, and after it. */
  private isApart = false;
  private readonly redactor: BodyRedactor;
  private slab: Slab | undefined;
  /** Where the bodies begin in the slab, what is not searched yet, and where those end that were added. */
  private start = 0;
  private from = 0;
  private to = 0;

  constructor(redactor: BodyRedactor) {
    this.redactor = redactor;
  }

  /** Only what differs from a similar body is searched. */
  add({ stored }: RecordedBody, similar: RecordedBody | undefined): void {
    if (stored === undefined) return;
    const { slab, start, length } = stored;
    if (this.slab === undefined) this.begin(slab, start);
    // One pass does not cover a body elsewhere.
    this.isApart ||= slab !== this.slab || start < this.to;
    this.to = start + length;
    if (this.isApart || similar === undefined || length < MIN_COMPARED) return;
    const part = partToSearch(stored.view(), similar.cleanBytes(this.redactor.finder.version));
    if (part === undefined) return;
    this.hasName ||= similar.hasName;
    this.find(start);
    this.from = start + part.start;
    this.find(start + part.end);
    this.from = start + length;
  }

  isClean(): boolean {
    if (this.isApart) return false;
    this.find(this.to);
    return !this.hasSecret;
  }

  private begin(slab: Slab, start: number): void {
    this.slab = slab;
    this.start = start;
    this.from = start;
  }

  private find(end: number): void {
    const { slab, start, from, to } = this;
    if (slab === undefined || end <= from) return;
    const part = { start: from - start, end: end - start };
    const { hasSecret, hasName } = this.redactor.find(slab.memory.subarray(start, to), false, part, slab.words);
    this.hasSecret ||= hasSecret;
    this.hasName ||= hasName;
  }
}
