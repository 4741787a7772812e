import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@toolglot/core";
import { isObject, JsonError, parseJson, stringifyJson } from "@toolglot/core/base";
import { logWarning } from "../output/messages.ts";
import type { SettingsOverride } from "./agent.ts";

/**
 * Creates a settings folder for an agent with changed settings, and returns the variable that points to it. All other
 * files are links to the user's own; the user's settings are read and never written.
 */
export function createSettingsHome(
  { variable, folder, file, change }: SettingsOverride,
  into: string,
): Record<string, string> {
  const [own, made] = [join(process.env[variable] ?? homedir(), folder), join(into, folder)];
  mkdirSync(made);
  const names = existsSync(own) ? readdirSync(own).filter((name) => name !== file) : [];
  for (const name of names) symlinkSync(join(own, name), join(made, name));
  writeFileSync(join(made, file), stringifyJson(change(settingsIn(join(own, file)))), { mode: 0o600 });
  return { [variable]: into };
}

function settingsIn(path: string): JsonObject {
  if (!existsSync(path)) return {};
  try {
    const settings = parseJson(readFileSync(path, "utf8"));
    if (isObject(settings)) return settings;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  logWarning(`${path} is not valid JSON and is ignored`);
  return {};
}
