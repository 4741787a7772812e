import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { LineFile } from "./line-file.ts";

type StreamName = "stdout" | "stderr";

/** What writes to standard output or standard error. It throws where that is a file that cannot be written, as on a full disk. */
export function logOutput(name: StreamName): (text: string) => unknown {
  // Node's stream of a file ends the process at the first error, and takes nothing more.
  return fileOutput(name) ?? ((text) => process[name].write(text));
}

/**
 * The same where several processes may write at a time: files take each text as a whole. Pipes and sockets that are full break
 * texts into parts, so that one process has to write them all, and a terminal shows these lines between others.
 * https://pubs.opengroup.org/onlinepubs/9799919799/functions/write.html
 */
export function sharedLogOutput(name: StreamName): ((text: string) => unknown) | undefined {
  return process.platform === "win32" ? undefined : fileOutput(name);
}

function fileOutput(name: StreamName): ((text: string) => unknown) | undefined {
  const descriptor: number | undefined = process[name].fd;
  if (descriptor === undefined || !isFile(descriptor)) return undefined;
  const file = new LineFile(descriptor);
  return (text) => file.write(text);
}

/** Devices such as `/dev/null` are like files. */
function isFile(descriptor: number): boolean {
  const stats = fstatSync(descriptor);
  return stats.isFile() || (stats.isCharacterDevice() && !isatty(descriptor));
}
