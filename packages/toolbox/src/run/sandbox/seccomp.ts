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
 * The system calls that a program in the sandbox may make, as a filter for `bwrap --seccomp`; `undefined` for processors
 * whose numbers are not known. Namespaces do not keep a program from connecting to a Unix socket that it can see, so that
 * there are no Unix sockets at all but pairs; and what would undo the other walls is not there.
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

/** Instructions for one system call alone, which end with a verdict. */
function only(number: number, instructions: readonly Instruction[]): Instruction[] {
  return [skipUnless("equal", number, instructions.length), ...instructions];
}

// Everything with CLONE_NEW in its name, https://man7.org/linux/man-pages/man2/clone.2.html
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

// Both type into the terminal that a descriptor leads to.
function terminalInput(): Instruction[] {
  return [
    load(FIELD.argument(1)),
    ...[TIOCSTI, TIOCLINUX].flatMap((request) => [skipUnless("equal", request, 1), returnAction(errnoAction(EPERM))]),
    returnAction(ALLOW),
  ];
}

const AF_UNIX = 1;
// IPv4, IPv6 and netlink, which end in the sandbox's own network; AF_VSOCK, for one, knows no namespaces.
const AF_ALLOWED = [2, 10, 16];

/** A verdict on all families but these, which go on after it. */
function otherThan(families: readonly number[]): Instruction[] {
  const tests = families.map((family, index) => skipIfEqual(family, families.length - index));
  return [load(FIELD.argument(0)), ...tests, returnAction(errnoAction(EAFNOSUPPORT))];
}

const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
const SOCK_TYPE = 0xf;

// One end of a pair of datagram sockets can be connected to another socket; of the other kinds it cannot.
function datagrams(): Instruction[] {
  return [
    load(FIELD.argument(1)),
    mask(SOCK_TYPE),
    skipIfEqual(SOCK_STREAM, 2),
    skipIfEqual(SOCK_SEQPACKET, 1),
    returnAction(errnoAction(EAFNOSUPPORT)),
  ];
}
