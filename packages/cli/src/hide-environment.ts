import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * Hides the environment from other processes, and returns whether that succeeded. On Linux, every process of the same
 * user, tools included, can read /proc/PID/environ, which shows the memory that the process was started with. That
 * memory is overwritten here, as setproctitle does; `process.env` keeps its values. Other systems have no such file.
 */
export function hideEnvironment(): boolean {
  if (process.platform !== "linux" || !existsSync(FILE)) return true;
  const kept = { ...process.env };
  // The C library points into that memory until a variable is set again.
  for (const name of Object.keys(kept)) delete process.env[name];
  try {
    overwrite();
    return isEmpty();
  } catch {
    // The kernel may forbid writing to /proc/self/mem.
    return false;
  } finally {
    Object.assign(process.env, kept);
  }
}

const FILE = "/proc/self/environ";

function overwrite(): void {
  const { start, length } = initialEnvironment();
  const memory = openSync("/proc/self/mem", "r+");
  try {
    writeSync(memory, Buffer.alloc(length), 0, length, start);
  } finally {
    closeSync(memory);
  }
}

/** The fields env_start and env_end: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function initialEnvironment(): { readonly start: number; readonly length: number } {
  const text = readFileSync("/proc/self/stat", "latin1");
  // The second field is the program's name, which may contain anything; it ends with the last parenthesis.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [start, end] = [Number(fields[50 - 3]), Number(fields[51 - 3])];
  if (!(start > 0 && end >= start && end <= Number.MAX_SAFE_INTEGER)) throw new Error("the environment is not found");
  return { start, length: end - start };
}

function isEmpty(): boolean {
  return readFileSync(FILE).every((byte) => byte === 0);
}
