// Remembering at the second sight: most of what a server sees once, it never sees again, and whatever is kept has to be
// moved by the garbage collector and found dead later. Of what is seen for the first time, only a number is kept.

import type { Json, JsonObject } from "../model/json.ts";

/** How many numbers are kept. One that is replaced too early only delays what is remembered. */
const SLOTS = 512;

/** Tells what is seen for the second time, by its fingerprint. */
export class FirstSights {
  private readonly slots = new Int32Array(SLOTS);

  /** Whether this fingerprint was seen before, and not too many others since then. */
  wasSeen(fingerprint: number): boolean {
    const slot = fingerprint & (SLOTS - 1);
    const isKnown = this.slots[slot] === fingerprint;
    this.slots[slot] = fingerprint;
    return isKnown;
  }
}

/** How many characters of a text count, at its start and at its end. */
const SAMPLE = 24;

/**
 * A number that equal lists of objects share, and others most likely do not. It looks at little of them, because two lists with
 * one fingerprint are only remembered earlier than they need to be.
 */
export function fingerprintOf(list: readonly Json[], key: string): number {
  let hash = hashOf(key, list.length + 1);
  for (const item of list) hash = withTexts(hash, item as JsonObject);
  return hash;
}

function withTexts(hash: number, object: JsonObject): number {
  let next = hash;
  for (const key in object) {
    const value = object[key];
    if (typeof value === "string") next = hashOf(value, next);
  }
  return next;
}

/** A number that equal texts share: it adds a text to what was hashed before. */
export function hashOf(text: string, hash = 0): number {
  const { length } = text;
  let next = Math.imul(hash ^ length, PRIME);
  for (let at = 0; at < length && at < SAMPLE; at++) next = Math.imul(next ^ text.charCodeAt(at), PRIME);
  for (let at = Math.max(SAMPLE, length - SAMPLE); at < length; at++)
    next = Math.imul(next ^ text.charCodeAt(at), PRIME);
  return next;
}

/** Of the FNV-1a hash. */
const PRIME = 16_777_619;
