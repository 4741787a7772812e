import { createHash, randomUUID } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isObject, type Json, type JsonObject, parseJson } from "@toolglot/core";
import { compareText } from "../compare-text.ts";
import { currentUser, ownershipProblem } from "../discover/ownership.ts";
import { type StateOptions, stateFolder } from "../trust/state-folder.ts";
import { FINGERPRINT_FIELDS, type Fingerprint } from "./fingerprint.ts";
import type { Lock } from "./lock.ts";

/**
 * The lock file of a project. It is in the user's state folder, so that no project can approve its own tools.
 *
 * @example
 * defaultLockFile({ home: "/home/ada", env: {}, cwd: "/home/ada/project" }).startsWith("/home/ada/.local/state/toolglot/locks/"); // true
 */
export function defaultLockFile({ cwd, ...state }: StateOptions & { readonly cwd: string }): string {
  const name = createHash("sha256").update(realPath(cwd)).digest("hex");
  return join(stateFolder(state), "locks", `${name}.json`);
}

function realPath(folder: string): string {
  return existsSync(folder) ? realpathSync.native(folder) : folder;
}

/** A lock file that cannot be used. */
export class LockError extends Error {
  override readonly name: string = "LockError";
}

/**
 * Reads a lock; `undefined` if there is no file.
 *
 * @example
 * await readLock("/home/ada/.local/state/toolglot/locks/none.json"); // undefined
 */
export async function readLock(file: string): Promise<Lock | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new LockError(`${file}: ${error.message}`);
  });
  if (text === undefined) return undefined;
  const me = currentUser();
  const reason = me === undefined ? undefined : ownershipProblem(await stat(file), me);
  // Whoever can write to the file could approve any tool.
  if (reason !== undefined) throw new LockError(`${file}: not used: ${reason}`);
  return parseLock(text, file);
}

/**
 * Writes a lock atomically.
 *
 * @example
 * import { homedir } from "node:os";
 * const { tools } = await discover({ directories: ["tools"] });
 * const file = defaultLockFile({ home: homedir(), cwd: process.cwd() });
 * await writeLock(file, approve(tools, await readLock(file)));
 */
export async function writeLock(file: string, lock: Lock): Promise<void> {
  const tools = [...lock].sort(([one], [other]) => compareText(one, other));
  await mkdir(dirname(file), { recursive: true });
  await checkReplaceable(file);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify({ version: VERSION, tools: Object.fromEntries(tools) }, null, 2)}\n`);
  await rename(draft, file);
}

const VERSION = 1;

// The new file would take the place of a device, such as /dev/null.
async function checkReplaceable(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (stats !== undefined && !stats.isFile()) throw new LockError(`${file}: not a regular file; name another one`);
}

function parseLock(text: string, file: string): Lock {
  const { version, tools } = objectIn(text, file);
  if (version !== VERSION || !isObject(tools))
    throw new LockError(`${file}: not a lock file that this version can read`);
  return new Map(Object.keys(tools).map((name) => [name, fingerprintIn(tools[name])]));
}

function objectIn(text: string, file: string): JsonObject {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch (error) {
    throw new LockError(`${file}: invalid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

// A missing field never matches, so that the tool has to be approved again.
function fingerprintIn(value: Json | undefined): Fingerprint {
  const parts = isObject(value) ? value : {};
  return Object.fromEntries(FINGERPRINT_FIELDS.map((part) => [part, String(parts[part])])) as Fingerprint;
}
