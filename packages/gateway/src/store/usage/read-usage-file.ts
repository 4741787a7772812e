import { readFile } from "node:fs/promises";
import type { DayRange, UsageRow } from "../../usage/usage-log.ts";
import { endsWithinLine, linesIn, readLine, readResponse } from "../file-record.ts";
import { rowIn } from "./usage-record.ts";

/** What a file of usage has. */
export interface UsageFileContent {
  readonly rows: UsageRow[];
  /** How many lines were skipped because they cannot be read, such as one that was torn by a crash. */
  readonly damagedLines: number;
}

/** Reads a file of usage without changing it; a gateway may be writing to it. */
export async function readUsageFile(file: string, { from, to }: DayRange): Promise<UsageFileContent> {
  const records = new Map<string, UsageRow>();
  const content = await contentOf(file);
  let damagedLines = endsWithinLine(content) ? 1 : 0;
  for (const line of linesIn(content)) {
    const record = readLine(line);
    if (record === undefined) {
      damagedLines++;
      continue;
    }
    const id = JSON.stringify([record.tenant, record.id]);
    const response = record.type === "put" ? readResponse(line) : undefined;
    if (response === undefined) records.delete(id);
    else records.set(id, rowIn(response));
  }
  return { rows: [...records.values()].filter(({ day }) => from <= day && day <= to), damagedLines };
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
