#!/usr/bin/env node
import { enableCompileCache } from "./compile-cache.ts";
import { EXIT } from "./exit-code.ts";
import { main } from "./program.ts";
import { endOnInterrupt } from "./signals.ts";

enableCompileCache();
endOnInterrupt();
for (const stream of [process.stdout, process.stderr]) stream.on("error", onPipeError);
process.exitCode = await main(process.argv.slice(2));

// The reader closed the pipe, as `head` does.
function onPipeError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  throw error;
}
