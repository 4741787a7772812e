import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FOLDER, savedRows, table } from "../support/law-results.ts";

/** Starts from an empty folder, and ends with one table of all laws. */
export function setup(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

export function teardown(): void {
  const file = join(FOLDER, "table.txt");
  const text = table(savedRows());
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, `${text}\n`);
  console.log(`\n${text}\n\nwritten to ${file}; the failures are in the .json files beside it\n`);
}
