/**
 * An instruction of classic BPF as used by seccomp: a load, a test with two jump distances, or a return action.
 * https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html
 */
export interface Instruction {
  readonly code: number;
  readonly jumpTrue: number;
  readonly jumpFalse: number;
  readonly value: number;
}

/** Loads a field of `struct seccomp_data`. */
export function load(field: number): Instruction {
  return { code: 0x20, jumpTrue: 0, jumpFalse: 0, value: field };
}

/** Masks the loaded value. */
export function mask(bits: number): Instruction {
  return { code: 0x54, jumpTrue: 0, jumpFalse: 0, value: bits };
}

/** Ends the filter with an action. */
export function returnAction(value: number): Instruction {
  return { code: 0x06, jumpTrue: 0, jumpFalse: 0, value };
}

/** Continues if the condition holds, otherwise skips instructions. */
export function skipUnless(condition: "equal" | "atLeast" | "anyBit", value: number, skipped: number): Instruction {
  return { code: CODES[condition], jumpTrue: 0, jumpFalse: skipped, value };
}

/** Skips instructions if the loaded value equals this one. */
export function skipIfEqual(value: number, skipped: number): Instruction {
  return { code: CODES.equal, jumpTrue: skipped, jumpFalse: 0, value };
}

const CODES = { equal: 0x15, atLeast: 0x35, anyBit: 0x45 };

/** Offsets in `struct seccomp_data`. Of an argument the lower half, as on 64-bit little-endian machines. */
export const FIELD = { syscall: 0, architecture: 4, argument: (index: number): number => 16 + 8 * index };

/** Return actions of seccomp. */
export const ALLOW = 0x7fff0000;
export const KILL = 0x80000000;

export function errnoAction(errno: number): number {
  return 0x00050000 | errno;
}

/** The instructions as the kernel's `struct sock_filter[]`. */
export function assemble(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, { code, jumpTrue, jumpFalse, value }] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
