/** Milliseconds as people read them: `412 ms`, `1.9 s`, `2 m 05 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, "0")} s`;
}

/** A number with separators: `38,110`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** A number in little space: `940`, `38.1k`, `1.2M`. */
export function formatShort(count: number): string {
  if (count < 1000) return String(count);
  return count < 999_500 ? `${trimmed(count / 1000)}k` : `${trimmed(count / 1e6)}M`;
}

/** US dollars, with as many digits as a small amount needs. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return "$0";
  if (dollars >= 0.995) return `$${dollars.toFixed(2)}`;
  return dollars >= 0.0005 ? `$${dollars.toFixed(3)}` : `$${dollars.toPrecision(1)}`;
}

/** A number of bytes: `812 B`, `1.4 kB`, `32 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 999_500 ? `${trimmed(bytes / 1000)} kB` : `${trimmed(bytes / 1e6)} MB`;
}

/** The time of day; the whole date where it is another day than today. */
export function formatTime(time: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString() : date.toLocaleString();
}

/** The time of day on an axis of so many seconds: with seconds on a short one, with the day on a long one. */
export function formatClock(time: number, span: number): string {
  const date = new Date(time);
  const clock = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  if (span < 1200) return `${clock}:${twoDigits(date.getSeconds())}`;
  return span < 86_400 ? clock : `${date.getMonth() + 1}/${date.getDate()} ${clock}`;
}

/** `1 turn`, `2 turns`. */
export function plural(count: number, noun: string): string {
  const ending = noun.endsWith("s") ? "es" : "s";
  return `${formatCount(count)} ${noun}${count === 1 ? "" : ending}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

function trimmed(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0).replace(/\.0$/, "");
}
