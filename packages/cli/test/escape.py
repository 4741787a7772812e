#!/usr/bin/env python3
"""A tool that tries to get out of its sandbox, and prints what it got.

With --serve FOLDER… it is what is outside: sockets in these folders and a port, until its input ends.
"""
import ctypes
import fcntl
import json
import os
import socket
import sys

SCHEMA = {"name": "escape", "description": "Tries to get out.", "parameters": {"type": "object", "properties": {}}}
MS_REMOUNT_BIND, MNT_DETACH = 32 | 4096, 2
NEW_USER, NEW_MOUNTS = 0x10000000, 0x20000
# Unlike PTRACE_ATTACH, it does not stop who is traced.
PTRACE_SEIZE = 0x4206


def serve(folders):
    kept = []
    for folder in folders:
        for kind, name in ((socket.SOCK_STREAM, "stream.sock"), (socket.SOCK_DGRAM, "datagram.sock")):
            bound = socket.socket(socket.AF_UNIX, kind)
            bound.bind(os.path.join(folder, name))
            if kind == socket.SOCK_STREAM:
                bound.listen()
            kept.append(bound)
    port = socket.create_server(("127.0.0.1", 0))
    print(port.getsockname()[1], flush=True)
    sys.stdin.read()


def attempts(given):
    libc = ctypes.CDLL(None, use_errno=True)
    raw = {"x86_64": (155, 250, 321), "aarch64": (41, 219, 280)}.get(os.uname().machine)

    def connect(path, kind):
        return lambda: socket.socket(socket.AF_UNIX, kind).connect(path) is None

    def connect_pair(path):
        return lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].connect(path) is None

    def status(field):
        return int(next(line for line in open("/proc/self/status") if line.startswith(field)).split()[1], 16)

    def append(path):
        return lambda: open(path, "a").write("x") == 1

    for path in given["write"]:
        yield f"write {path}", append(path)
    for path in given["read"]:
        yield f"read {path}", lambda path=path: len(open(path, "rb").read()) > 0
    for path in given["stream"]:
        yield f"connect {path}", connect(path, socket.SOCK_STREAM)
    for path in given["datagram"]:
        yield f"connect {path}", connect(path, socket.SOCK_DGRAM)
        yield f"connect a pair to {path}", connect_pair(path)
    yield "an abstract socket", lambda: socket.socket(socket.AF_UNIX).bind("\0toolglot") is None
    yield "the network", lambda: bool(socket.create_connection(("127.0.0.1", given["port"]), 2))
    yield "vsock", lambda: bool(socket.socket(40, socket.SOCK_STREAM))
    yield "signal outside", lambda: os.kill(given["pid"], 0) is None
    yield "see outside", lambda: os.path.exists(f"/proc/{given['pid']}/status")
    yield "ptrace", lambda: libc.ptrace(PTRACE_SEIZE, os.getppid(), 0, 0) == 0
    yield "the root of process 1", lambda: os.path.exists("/proc/1/root" + given["read"][0])
    yield "capabilities", lambda: status("CapEff") != 0
    yield "type into a terminal", lambda: fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), 0x5412, b"x") is not None
    yield "io_uring", lambda: libc.syscall(425, 1, ctypes.create_string_buffer(128)) >= 0
    if raw is not None:
        yield "keys of the session", lambda: libc.syscall(raw[1], 0, -3, 1) >= 0
        yield "bpf", lambda: libc.syscall(raw[2], 0, ctypes.create_string_buffer(128), 128) >= 0
    yield "a device", lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(8, 0)) is None
    yield "setns", lambda: libc.setns(os.open("/proc/self/ns/net", 0), 0) == 0
    yield "mount", lambda: libc.mount(b"tmpfs", b"/mnt", b"tmpfs", 0, None) == 0
    yield "remount", lambda: libc.mount(b"none", b"/", None, MS_REMOUNT_BIND, None) == 0
    for path in ["/run", "/tmp", "/proc", "/dev", given["home"]]:
        yield f"unmount {path}", lambda path=path: libc.umount2(path.encode(), MNT_DETACH) == 0
    yield "a namespace of mounts", lambda: libc.unshare(NEW_MOUNTS) == 0
    yield "a namespace of users", lambda: libc.unshare(NEW_USER) == 0
    yield "pivot_root", lambda: raw is not None and libc.syscall(raw[0], b"/tmp", b"/tmp") == 0
    yield "chroot", lambda: os.chroot("/usr") is None


def succeeds(attempt):
    try:
        return attempt()
    except Exception:
        return False


if sys.argv[1:] == ["--schema"]:
    print(json.dumps(SCHEMA))
elif sys.argv[1:2] == ["--serve"]:
    serve(sys.argv[2:])
else:
    print(json.dumps([name for name, attempt in attempts(json.load(sys.stdin)) if succeeds(attempt)]))
