import { type DiscoverOptions, discover } from "@toolglot/toolbox";
import { logNote } from "../output/messages.ts";
import { screen } from "../output/screen.ts";

/** The executables of folders. Somebody at a terminal who waits for one that does not print its definition is told so. */
export async function readDefinitions(options: DiscoverOptions): ReturnType<typeof discover> {
  if (!screen("stderr").isTerminal) return discover(options);
  const timer = setTimeout(() => logNote(WAITING), SILENT_WAIT);
  try {
    return await discover(options);
  } finally {
    clearTimeout(timer);
  }
}

const WAITING = "waiting for a program that has not printed its definition yet (--schema)";

/** How long to wait without a note, in milliseconds. */
const SILENT_WAIT = 1_500;
