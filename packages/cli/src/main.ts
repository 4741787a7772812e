#!/usr/bin/env node
import { enableCompileCache } from "./compile-cache.ts";
import { EXIT } from "./exit-code.ts";
import { logError } from "./output/messages.ts";
import { writeFailureReason } from "./output/write-failure.ts";
import { main } from "./program.ts";
import { endOnInterrupt } from "./signals.ts";

enableCompileCache();
endOnInterrupt();
process.stdout.on("error", onOutputError);
process.stderr.on("error", onMessageError);
process.exitCode = await main(process.argv.slice(2));

function onOutputError(error: NodeJS.ErrnoException): void {
  endIfUnread(error);
  logError(`cannot write standard output: ${writeFailureReason(error)}`);
  process.exit(EXIT.failed);
}

// A message that cannot be written, as on a full disk, must not end a gateway, and there is nowhere left to tell.
function onMessageError(error: NodeJS.ErrnoException): void {
  endIfUnread(error);
}

// The reader closed the pipe, as `head` does.
function endIfUnread({ code }: NodeJS.ErrnoException): void {
  if (code === "EPIPE") process.exit(EXIT.ok);
}
