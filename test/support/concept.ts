import { type Change, findDialect, type Json, type Loss } from "@toolglot/core";
import { Ledger } from "../../packages/core/src/ledger.ts";
import { Report } from "../../packages/core/src/report.ts";
import type { Violation } from "../legal/types.ts";
import type { Consumed } from "../sdk/index.ts";
import type { ConversationCase } from "./conversation-cases.ts";

/** What a file became in another dialect. */
export interface Translated {
  readonly value: Json;
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

/** The dialects between which a file is translated. */
export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** How the files of a concept are translated and judged. */
export interface Concept {
  /** The dialects that have it: each has a file in every case. */
  readonly dialects: readonly string[];
  translate(file: Json, ends: Ends, each: ConversationCase): Translated;
  /** Read and written again in its own dialect. */
  again(file: Json, dialect: string, each: ConversationCase): Translated;
  /** What its provider, or its clients, would not take. */
  violations(file: Json, dialect: string, each: ConversationCase): readonly Violation[];
  /** The part that two equivalent files have in common; all of it by default. */
  meaning?(file: Json, dialect: string): unknown;
  /** The request that a file makes of the usual one, translated: a file leaves out what the usual request has already. */
  inFrame?(file: Json, ends: Ends, each: ConversationCase): Json;
  /** What the official SDK reads in it. */
  read?(file: Json, dialect: string): Promise<Consumed> | undefined;
}

/** A body, decoded and encoded again in its own dialect. */
export function recode(what: "request" | "response", body: Json, name: string): Translated {
  const dialect = findDialect(name);
  if (dialect?.[what] === undefined) throw new Error(`${name} has no ${what}`);
  const ledger = new Ledger({ from: name, to: name });
  const read = dialect[what].decode(body, new Report(ledger, "to_canonical"));
  const value = dialect[what].encode(read as never, new Report(ledger, "from_canonical"), CONTEXT);
  return { value: value as Json, losses: ledger.losses(), changes: [] };
}

const CONTEXT = { id: "0", created: 0, includeUsage: false };
