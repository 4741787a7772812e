import { parse } from "node:path";

/**
 * Whether a file is called as its tool is: kebab-case, with or without `-tool` and an ending.
 *
 * @example
 * isNamedAfter("file-edit-tool.sh", "file_edit"); // true
 */
export function isNamedAfter(file: string, tool: string): boolean {
  const names = [file, parse(file).name].flatMap((name) => [name, name.replace(/-tool$/, "")]);
  return names.some((name) => name.replaceAll("-", "_") === tool);
}
