import { open } from "node:fs/promises";

/**
 * Whether the kernel can run a file. Anything else the C library would hand to a shell, which would run any text as a
 * script: a README on a file system that marks every file as executable.
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

/** A `#!` line, ELF, and Mach-O in both byte orders. */
const MAGIC_NUMBERS = [
  "#!",
  "\x7fELF",
  ...["\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"],
];
