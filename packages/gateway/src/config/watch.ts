import { type FSWatcher, readFileSync, watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** A file that is watched until it is closed. */
export interface Watch {
  close(): void;
}

/**
 * Tells when a file has changed, once it has come to rest. Its folder is watched rather than the file, because most
 * editors put a new file in the place of the old one, and a mounted config map changes by a link.
 */
export function watchConfig(path: string, onChange: () => void, rest: number = REST): Watch {
  const watched = new WatchedFile(resolve(path), onChange, rest);
  return { close: () => watched.close() };
}

/** How long a file is left alone by those who write it before it is read, in milliseconds. */
const REST = 100;

/** How often to look where nothing tells of changes, as on some network drives, in milliseconds. */
const LOOK = 2000;

class WatchedFile {
  private readonly path: string;
  private readonly onChange: () => void;
  private readonly rest: number;
  private readonly watcher: FSWatcher | undefined;
  private readonly looking: ReturnType<typeof setInterval>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private text: string | undefined;

  constructor(path: string, onChange: () => void, rest: number) {
    this.path = path;
    this.onChange = onChange;
    this.rest = rest;
    this.text = textOf(path);
    this.watcher = this.watchFolder();
    this.looking = setInterval(() => this.soon(), LOOK);
    this.looking.unref();
  }

  close(): void {
    clearInterval(this.looking);
    clearTimeout(this.timer);
    this.watcher?.close();
  }

  private watchFolder(): FSWatcher | undefined {
    try {
      const watcher = watch(dirname(this.path), { persistent: false }, (_, name) => this.seen(name));
      // What cannot be watched any more is still looked at.
      watcher.on("error", () => watcher.close());
      return watcher;
    } catch {
      // No more watches are to be had, or the folder is gone: looking is left.
      return undefined;
    }
  }

  private seen(name: string | null): void {
    // The link of a mounted config map has a name of its own.
    if (name === null || name === basename(this.path) || name.startsWith("..")) this.soon();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), this.rest);
    this.timer.unref();
  }

  // A file that is gone for a moment is about to be replaced.
  private look(): void {
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
