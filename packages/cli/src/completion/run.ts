import type { Arguments } from "../args.ts";
import type { Command } from "../commands/command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError, unknownValue } from "../failure.ts";
import { screen } from "../output/screen.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { type Grammar, grammar } from "./grammar.ts";
import { zshScript } from "./zsh.ts";

/** Runs `toolglot completion`. */
export async function run({ positionals: [shell] }: Arguments, commands: readonly Command[]): Promise<ExitCode> {
  const names = Object.keys(SCRIPTS);
  if (shell === undefined) throw new UsageError(`no shell given; one of ${names.join(", ")}`);
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) throw unknownValue("shell", shell, names);
  await screen("stdout").write(script(grammar(commands)));
  return EXIT.ok;
}

const SCRIPTS: Readonly<Record<string, (grammar: Grammar) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
