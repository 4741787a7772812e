import { parse } from "node:path";

/**
 * Whether a file name matches a tool name: kebab-case, with or without `-tool` and an extension.
 *
 * @example
 * isNamedAfter("file-edit-tool.sh", "file_edit"); // true
 */
export function isNamedAfter(file: string, tool: string): boolean {
  const names = [file, parse(file).name].flatMap((name) => [name, name.replace(/-tool$/, "")]);
  return names.some((name) => name.replaceAll("-", "_") === tool);
}
