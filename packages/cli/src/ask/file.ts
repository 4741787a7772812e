import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { type Conversation, formatConversation, parseConversation } from "@toolglot/toolbox";
import { CommandFailure } from "../failure.ts";
import { readText } from "../input/read.ts";
import { writePrivateFile } from "../output/file.ts";

/** Reads a saved conversation. */
export async function readConversation(file: string): Promise<Conversation> {
  const text = await readText(file);
  try {
    return parseConversation(text);
  } catch (error) {
    throw new CommandFailure(`${file}: ${reasonIn(error)}`, { file, code: "conversation" });
  }
}

/** Rejects a file that cannot be written, before the conversation starts. */
export function checkWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Writes a conversation atomically, readable only by its owner. */
export function saveConversation(file: string, conversation: Conversation): void {
  try {
    writePrivateFile(file, formatConversation(conversation));
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): CommandFailure {
  return new CommandFailure(`cannot save the conversation: ${reasonIn(error)}`, { file, code: "save" });
}

function reasonIn(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
