import type { Arguments } from "../args.ts";
import type { ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { list } from "./list.ts";
import { test } from "./test.ts";

/** Runs `toolglot providers`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const [word, name] = args.positionals;
  if (word === "test" && name === undefined) throw new UsageError("no provider given: toolglot providers test NAME");
  if (word === "test" && name !== undefined) return test(name, args);
  if (word === "search" && name !== undefined) return list(name, args);
  if (word === "list" && name === undefined) return list(undefined, args);
  if (name !== undefined) throw new UsageError(`unexpected argument: ${JSON.stringify(name)}`);
  return list(word, args);
}
