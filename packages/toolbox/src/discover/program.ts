import { open } from "node:fs/promises";

/**
 * Whether the system itself can run a file. What it cannot run, the C library hands to a shell, which would take any
 * text for a script: a README on a disk that marks every file as executable.
 */
export async function isProgram(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.subarray(0, bytesRead).toString("latin1");
    return MAGIC_NUMBERS.some((each) => start.startsWith(each));
  } finally {
    await file.close();
  }
}

/** Scripts that name their interpreter, ELF, and Mach-O in its orders of bytes. */
const MAGIC_NUMBERS = [
  "#!",
  "\x7fELF",
  ...["\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"],
];
