/** The system call numbers of one processor architecture. */
export interface Machine {
  /** AUDIT_ARCH_… of linux/audit.h. */
  readonly architecture: number;
  /** System calls from this number on belong to another ABI of the same processor (x32). */
  readonly otherAbi?: number;
  readonly denied: readonly number[];
  readonly clone: number;
  readonly socket: number;
  readonly socketpair: number;
  readonly ioctl: number;
}

// The same on all architectures: io_uring, pidfd_getfd, open_tree, move_mount, fsopen, fsconfig, fsmount, fspick,
// mount_setattr, quotactl_fd, open_tree_attr.
const COMMON_DENIED = [425, 426, 427, 438, 428, 429, 430, 431, 432, 433, 442, 443, 467];

/** `clone3` takes its flags by pointer, which filters cannot follow; C libraries fall back to `clone`. */
export const CLONE3 = 435;

// Linux's asm/unistd_64.h.
const X64: Machine = {
  architecture: 0xc000003e,
  otherAbi: 0x40000000,
  denied: [
    ...COMMON_DENIED,
    ...[165, 166, 155, 161, 272, 308], // mount, umount2, pivot_root, chroot, unshare, setns
    ...[101, 310, 311, 298, 323, 321], // ptrace, process_vm_readv, process_vm_writev, perf_event_open, userfaultfd, bpf
    ...[248, 249, 250, 304, 300], // add_key, request_key, keyctl, open_by_handle_at, fanotify_init
    ...[246, 320, 175, 313, 176, 169], // kexec_load, kexec_file_load, init_module, finit_module, delete_module, reboot
    ...[167, 168, 179, 163, 103, 172, 173], // swapon, swapoff, quotactl, acct, syslog, iopl, ioperm
  ],
  clone: 56,
  socket: 41,
  socketpair: 53,
  ioctl: 16,
};

// Linux's asm-generic/unistd.h, used by all newer architectures.
const GENERIC: Omit<Machine, "architecture"> = {
  denied: [
    ...COMMON_DENIED,
    ...[40, 39, 41, 51, 97, 268], // mount, umount2, pivot_root, chroot, unshare, setns
    ...[117, 270, 271, 241, 282, 280], // ptrace, process_vm_readv, process_vm_writev, perf_event_open, userfaultfd, bpf
    ...[217, 218, 219, 265, 262], // add_key, request_key, keyctl, open_by_handle_at, fanotify_init
    ...[104, 294, 105, 273, 106, 142], // kexec_load, kexec_file_load, init_module, finit_module, delete_module, reboot
    ...[224, 225, 60, 89, 116], // swapon, swapoff, quotactl, acct, syslog
  ],
  clone: 220,
  socket: 198,
  socketpair: 199,
  ioctl: 29,
};

/** By `process.arch`. */
export const MACHINES: Readonly<Record<string, Machine>> = {
  x64: X64,
  arm64: { ...GENERIC, architecture: 0xc00000b7 },
  riscv64: { ...GENERIC, architecture: 0xc00000f3 },
  loong64: { ...GENERIC, architecture: 0xc0000102 },
};
