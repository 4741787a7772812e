import { type FSWatcher, readFileSync, watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** A watched file. */
export interface Watch {
  close(): void;
}

/**
 * Calls `onChange` when a file has changed and was not written to for a moment. The folder is watched instead of the file,
 * since most editors replace the file, and a mounted Kubernetes ConfigMap changes by a symbolic link.
 *
 * @example
 * const watch = watchConfig("toolglot.yaml", () => console.log("changed"));
 * watch.close();
 */
export function watchConfig(path: string, onChange: () => void, settle: number = SETTLE): Watch {
  const watched = new WatchedFile(resolve(path), onChange, settle);
  return { close: () => watched.close() };
}

/** How long a file must be unchanged before it is read, in milliseconds. */
const SETTLE = 100;

/** The polling interval in milliseconds, for file systems without change events, such as NFS. */
const POLL_INTERVAL = 2000;

class WatchedFile {
  private readonly path: string;
  private readonly name: string;
  private readonly onChange: () => void;
  private readonly settle: number;
  private readonly watcher: FSWatcher | undefined;
  private readonly polling: ReturnType<typeof setInterval>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private text: string | undefined;

  constructor(path: string, onChange: () => void, settle: number) {
    this.path = path;
    this.name = basename(path);
    this.onChange = onChange;
    this.settle = settle;
    this.text = textOf(path);
    this.watcher = this.watchFolder();
    this.polling = setInterval(() => this.scheduleCheck(), POLL_INTERVAL);
    this.polling.unref();
  }

  close(): void {
    clearInterval(this.polling);
    clearTimeout(this.timer);
    this.watcher?.close();
  }

  private watchFolder(): FSWatcher | undefined {
    try {
      const watcher = watch(dirname(this.path), { persistent: false }, (_, name) => this.onEvent(name));
      // Polling continues.
      watcher.on("error", () => watcher.close());
      return watcher;
    } catch {
      // Too many watches, or the folder is gone; polling continues.
      return undefined;
    }
  }

  // A log in the same folder is one event after the other.
  private onEvent(name: string | null): void {
    // A ConfigMap's link is called `..data`.
    if (name === null || name === this.name || name.startsWith("..")) this.scheduleCheck();
  }

  private scheduleCheck(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), this.settle);
    this.timer.unref();
  }

  // An absent file is being replaced.
  private check(): void {
    const text = textOf(this.path);
    if (text === undefined || text === this.text) return;
    this.text = text;
    this.onChange();
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
