import { check } from "./check.ts";
import type { Command } from "./command.ts";
import { convert } from "./convert.ts";
import { demo } from "./demo.ts";
import { dialects } from "./dialects.ts";

/** Every command, in the order in which the help names them. */
export const commands: readonly Command[] = [convert, check, dialects, demo];
