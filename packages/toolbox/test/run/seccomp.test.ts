import { describe, expect, it } from "vitest";
import { seccompFilter } from "../../src/run/sandbox/seccomp.ts";

const [ALLOW, KILL] = [0x7fff0000, 0x80000000];
const failing = (errno: number) => 0x50000 + errno;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [failing(1), failing(38), failing(97)];

interface Call {
  readonly arch: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** What the kernel makes of a filter: https://www.kernel.org/doc/html/latest/networking/filter.html */
function judge(filter: Buffer, { arch, number, args = [] }: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(arch, 4);
  for (const [index, value] of args.entries()) data.writeUInt32LE(value, 16 + 8 * index);
  let loaded = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    const jump = (holds: boolean) => 8 * filter.readUInt8(at + (holds ? 2 : 3));
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else if (code === 0x54) loaded = (loaded & value) >>> 0;
    else if (code === 0x15) at += jump(loaded === value);
    else if (code === 0x35) at += jump(loaded >= value);
    else if (code === 0x45) at += jump((loaded & value) !== 0);
    else if (code === 0x06) return value;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("the filter ends without a verdict");
}

describe.each([
  ["x64", 0xc000003e, { read: 0, mount: 165, unshare: 272, clone: 56, socket: 41, socketpair: 53, ioctl: 16 }],
  ["arm64", 0xc00000b7, { read: 63, mount: 40, unshare: 97, clone: 220, socket: 198, socketpair: 199, ioctl: 29 }],
  ["riscv64", 0xc00000f3, { read: 63, mount: 40, unshare: 97, clone: 220, socket: 198, socketpair: 199, ioctl: 29 }],
] as const)("the filter for %s", (processor, arch, calls) => {
  const filter = seccompFilter(processor) ?? Buffer.alloc(0);
  const verdict = (name: keyof typeof calls, ...args: number[]) => judge(filter, { arch, number: calls[name], args });

  it("lets ordinary calls pass", () => {
    expect(verdict("read")).toBe(ALLOW);
    expect(verdict("clone", 0x11)).toBe(ALLOW);
    expect(verdict("ioctl", 0, 0x5401)).toBe(ALLOW);
  });

  it("refuses mounts, namespaces and typing into terminals", () => {
    expect([verdict("mount"), verdict("unshare"), verdict("clone", 0x10000000)]).toEqual([EPERM, EPERM, EPERM]);
    expect([verdict("ioctl", 0, 0x5412), verdict("ioctl", 0, 0x541c)]).toEqual([EPERM, EPERM]);
    expect(judge(filter, { arch, number: 435 })).toBe(ENOSYS);
  });

  it("has sockets for IP and netlink alone, and pairs that can be connected to nothing else", () => {
    expect([2, 10, 16].map((family) => verdict("socket", family))).toEqual([ALLOW, ALLOW, ALLOW]);
    expect([0, 1, 3, 17, 38, 40].map((family) => verdict("socket", family))).toEqual(Array(6).fill(EAFNOSUPPORT));
    const [closeOnExec, streams, packets, datagrams, raw] = [0x80000, 1, 5, 2, 3];
    expect(verdict("socketpair", 1, streams | closeOnExec)).toBe(ALLOW);
    expect(verdict("socketpair", 1, packets)).toBe(ALLOW);
    expect(verdict("socketpair", 1, datagrams | closeOnExec)).toBe(EAFNOSUPPORT);
    expect(verdict("socketpair", 1, raw)).toBe(EAFNOSUPPORT);
    expect(verdict("socketpair", 2, streams)).toBe(EAFNOSUPPORT);
  });

  it("ends programs of another architecture", () => {
    expect(judge(filter, { arch: 0x40000003, number: 0 })).toBe(KILL);
  });
});

describe("the filter", () => {
  it("knows no second ABI on x64", () => {
    const filter = seccompFilter("x64") ?? Buffer.alloc(0);
    expect(judge(filter, { arch: 0xc000003e, number: 0x40000029, args: [1] })).toBe(ENOSYS);
  });

  it("is not made up for processors that it does not know", () => {
    expect(seccompFilter("s390x")).toBeUndefined();
  });
});
