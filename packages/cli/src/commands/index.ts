import { ask } from "./ask.ts";
import { check } from "./check.ts";
import type { Command } from "./command.ts";
import { completion } from "./completion.ts";
import { convert } from "./convert.ts";
import { demo } from "./demo.ts";
import { dialects } from "./dialects.ts";
import { doctor } from "./doctor.ts";
import { inspect } from "./inspect.ts";
import { keys } from "./keys.ts";
import { mcp } from "./mcp.ts";
import { providers } from "./providers.ts";
import { run } from "./run.ts";
import { serve } from "./serve.ts";
import { tools } from "./tools.ts";
import { usage } from "./usage.ts";

/** Every command, in the order in which the help names them. */
export const commands: readonly Command[] = [
  serve,
  run,
  inspect,
  ask,
  tools,
  mcp,
  providers,
  keys,
  usage,
  doctor,
  convert,
  check,
  dialects,
  demo,
  completion,
];
