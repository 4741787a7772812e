// Rows of the list as numbers and bytes, some hundred together. As objects, thousands in a second would cost the garbage collector
// more than all else that is done for them.

import type { DialectId, ProfileName } from "@toolglot/core";
import { MAX_BYTES_PER_CHARACTER } from "../bytes.ts";
import type { RequestRecord, TokenCounts } from "../observe/log.ts";
import type { AttemptTarget } from "./recorded-attempt.ts";

/** What the rows of most requests of a client have in common. No text of it has a secret. */
export interface SharedFields {
  readonly dialect: DialectId;
  readonly method: string;
  readonly path: string;
  readonly tenant: string;
  readonly agent: string | undefined;
  readonly isStream: boolean;
  /** The number of tools that were offered. */
  readonly tools: number;
  readonly provider: AttemptTarget["provider"];
  readonly profile: ProfileName | undefined;
  readonly model: string;
  readonly providerModel: string;
  readonly status: number;
  /** As JSON; empty if there are none. */
  readonly losses: string;
  readonly replayOf: string | undefined;
}

/** What is kept of an exchange. */
export interface Row {
  readonly shared: SharedFields;
  /** It has no line break. */
  readonly id: string;
  readonly session: string;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly firstOutputMs: number | undefined;
  readonly usage: RequestRecord["usage"];
  readonly cost: number | undefined;
  /** How many exchanges of the same client before it are not listed. */
  readonly unlisted: number;
}

/** How many rows a chunk has at most. */
const ROWS = 512;

/** The numbers of a row. */
const NUMBERS = 11;

/** How many bytes the ids and sessions of all rows take at most. */
const TEXT_BYTES = 64 * ROWS;

/** How many characters the losses and paths of all rows have at most, unless one row alone has more. */
const MAX_SHARED = 64 * ROWS;

/** How many of the fields that rows share are compared with those of a new row: the last ones. */
const MAX_COMPARED = 8;

/** What a row takes, roughly, in bytes: its numbers and texts, and what refers to them. */
export const ROW_BYTES = 256;
export const CHUNK_BYTES: number = ROWS * ROW_BYTES;

/** Some hundred rows. */
export class RowChunk {
  count = 0;
  /** `NaN` where a row has no number. */
  private readonly numbers = new Float64Array(ROWS * NUMBERS);
  private readonly sharedIndexes = new Uint16Array(ROWS);
  private readonly textEnds = new Uint32Array(ROWS);
  private readonly texts = Buffer.allocUnsafeSlow(TEXT_BYTES);
  private readonly shared: SharedFields[] = [];
  private sharedLength = 0;

  /** Adds a row; returns false if there is no room for it. */
  add(row: Row, seq: number): boolean {
    const { shared, id, session, startedAt, durationMs, firstOutputMs, usage, cost, unlisted } = row;
    const { count, numbers } = this;
    const start = this.textStart(count);
    const text = `${id}\n${session}`;
    if (count === ROWS || start + MAX_BYTES_PER_CHARACTER * text.length > TEXT_BYTES) return false;
    if (count > 0 && this.sharedLength > MAX_SHARED) return false;
    const { input, output, cacheRead, cacheWrite, reasoning } = usage ?? NO_USAGE;
    const at = count * NUMBERS;
    numbers[at] = seq;
    numbers[at + 1] = startedAt;
    numbers[at + 2] = durationMs;
    numbers[at + 3] = firstOutputMs ?? Number.NaN;
    numbers[at + 4] = cost ?? Number.NaN;
    numbers[at + 5] = unlisted;
    numbers[at + 6] = input ?? Number.NaN;
    numbers[at + 7] = output ?? Number.NaN;
    numbers[at + 8] = cacheRead ?? Number.NaN;
    numbers[at + 9] = cacheWrite ?? Number.NaN;
    numbers[at + 10] = reasoning ?? Number.NaN;
    this.sharedIndexes[count] = this.indexOf(shared);
    this.textEnds[count] = this.writeText(text, start);
    this.count++;
    return true;
  }

  seqAt(index: number): number {
    return this.numbers[index * NUMBERS] ?? 0;
  }

  sharedAt(index: number): SharedFields {
    return this.shared[this.sharedIndexes[index] ?? 0] as SharedFields;
  }

  at(index: number): Row {
    const text = this.texts.toString("utf8", this.textStart(index), this.textEnds[index]);
    const end = text.indexOf("\n");
    const [, startedAt = 0, durationMs = 0, firstOutputMs, cost, unlisted = 0, ...counts] = this.numbersAt(index);
    const [input, output, cacheRead, cacheWrite, reasoning] = counts;
    const hasUsage = counts.some((count) => count !== undefined);
    return {
      shared: this.sharedAt(index),
      id: text.slice(0, end),
      session: text.slice(end + 1),
      startedAt,
      durationMs,
      firstOutputMs,
      usage: hasUsage ? { input, output, cacheRead, cacheWrite, reasoning } : undefined,
      cost,
      unlisted,
    };
  }

  private numbersAt(index: number): readonly (number | undefined)[] {
    const numbers = this.numbers.subarray(index * NUMBERS, (index + 1) * NUMBERS);
    return Array.from(numbers, (number) => (Number.isNaN(number) ? undefined : number));
  }

  /** Returns where the text ends. Ids are short, and a loop is faster than a call of the encoder. */
  private writeText(text: string, start: number): number {
    const { texts } = this;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= NOT_ASCII) return start + texts.write(text, start);
      texts[start + index] = code;
    }
    return start + text.length;
  }

  private textStart(index: number): number {
    return this.textEnds[index - 1] ?? 0;
  }

  private indexOf(shared: SharedFields): number {
    const { shared: known } = this;
    const oldest = Math.max(0, known.length - MAX_COMPARED);
    for (let index = known.length - 1; index >= oldest; index--)
      if (isSame(shared, known[index] as SharedFields)) return index;
    this.sharedLength += shared.losses.length + shared.path.length;
    return known.push(shared) - 1;
  }
}

const NOT_ASCII = 0x80;

const NO_USAGE: TokenCounts = {};

function isSame(one: SharedFields, other: SharedFields): boolean {
  return (
    one.provider === other.provider &&
    one.model === other.model &&
    one.providerModel === other.providerModel &&
    one.profile === other.profile &&
    one.status === other.status &&
    one.losses === other.losses &&
    one.tools === other.tools &&
    one.isStream === other.isStream &&
    one.dialect === other.dialect &&
    one.method === other.method &&
    one.path === other.path &&
    one.tenant === other.tenant &&
    one.agent === other.agent &&
    one.replayOf === other.replayOf
  );
}
