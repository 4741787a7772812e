import {
  ALLOW,
  assemble,
  errnoAction,
  FIELD,
  type Instruction,
  KILL,
  load,
  mask,
  returnAction,
  skipIfEqual,
  skipUnless,
} from "./bpf.ts";
import { CLONE3, MACHINES, type Machine } from "./syscalls.ts";

/**
 * The seccomp filter for `bwrap --seccomp`; `undefined` for processors whose system call numbers are not known.
 * Namespaces do not prevent connections to visible Unix sockets, so the filter denies all Unix sockets except for
 * pairs, and the calls that could undo the other restrictions.
 */
export function seccompFilter(processor: string = process.arch): Buffer | undefined {
  const machine = MACHINES[processor];
  return machine === undefined ? undefined : assemble(instructionsFor(machine));
}

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

function instructionsFor(machine: Machine): Instruction[] {
  const { architecture, otherAbi, denied, clone, socket, socketpair, ioctl } = machine;
  return [
    load(FIELD.architecture),
    skipIfEqual(architecture, 1),
    returnAction(KILL),
    load(FIELD.syscall),
    ...(otherAbi === undefined ? [] : [skipUnless("atLeast", otherAbi, 1), returnAction(errnoAction(ENOSYS))]),
    ...denied.flatMap((number) => only(number, [returnAction(errnoAction(EPERM))])),
    ...only(CLONE3, [returnAction(errnoAction(ENOSYS))]),
    ...only(clone, newNamespaces()),
    ...only(ioctl, terminalInput()),
    ...only(socket, [...otherThan(AF_ALLOWED), returnAction(ALLOW)]),
    ...only(socketpair, [...otherThan([AF_UNIX]), ...datagrams(), returnAction(ALLOW)]),
    returnAction(ALLOW),
  ];
}

/** Instructions for one system call, which end with a return action. */
function only(number: number, instructions: readonly Instruction[]): Instruction[] {
  return [skipUnless("equal", number, instructions.length), ...instructions];
}

// All CLONE_NEW* flags: https://man7.org/linux/man-pages/man2/clone.2.html
const NAMESPACES = 0x7e020000;

function newNamespaces(): Instruction[] {
  return [
    load(FIELD.argument(0)),
    skipUnless("anyBit", NAMESPACES, 1),
    returnAction(errnoAction(EPERM)),
    returnAction(ALLOW),
  ];
}

const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

// Both inject input into the terminal behind a descriptor.
function terminalInput(): Instruction[] {
  return [
    load(FIELD.argument(1)),
    ...[TIOCSTI, TIOCLINUX].flatMap((request) => [skipUnless("equal", request, 1), returnAction(errnoAction(EPERM))]),
    returnAction(ALLOW),
  ];
}

const AF_UNIX = 1;
// IPv4, IPv6 and netlink are confined to the sandbox's network namespace; AF_VSOCK, for example, is not.
const AF_ALLOWED = [2, 10, 16];

/** Denies all address families except for these. */
function otherThan(families: readonly number[]): Instruction[] {
  const tests = families.map((family, index) => skipIfEqual(family, families.length - index));
  return [load(FIELD.argument(0)), ...tests, returnAction(errnoAction(EAFNOSUPPORT))];
}

const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
const SOCK_TYPE = 0xf;

// One end of a datagram pair can be connected to another socket; of the other types it cannot.
function datagrams(): Instruction[] {
  return [
    load(FIELD.argument(1)),
    mask(SOCK_TYPE),
    skipIfEqual(SOCK_STREAM, 2),
    skipIfEqual(SOCK_SEQPACKET, 1),
    returnAction(errnoAction(EAFNOSUPPORT)),
  ];
}
