import { readFile } from "node:fs/promises";
import type { DayRange, UsageRow } from "../../usage/usage-log.ts";
import { linesIn, readLine, readResponse } from "../file-record.ts";
import { rowIn } from "./usage-record.ts";

/** Reads a file of usage without changing it; a gateway may be writing to it. */
export async function readUsageFile(file: string, { from, to }: DayRange): Promise<UsageRow[]> {
  const records = new Map<string, UsageRow>();
  for (const line of linesIn(await contentOf(file))) {
    const record = readLine(line);
    if (record === undefined) continue;
    const id = JSON.stringify([record.tenant, record.id]);
    const response = record.type === "put" ? readResponse(line) : undefined;
    if (response === undefined) records.delete(id);
    else records.set(id, rowIn(response));
  }
  return [...records.values()].filter(({ day }) => from <= day && day <= to);
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
