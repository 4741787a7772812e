import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** Imports one of the repository's TypeScript files into a script; packages come from where they are installed. */
export async function importTypeScript(path) {
  const folder = join(root, "node_modules/.cache/opt-in");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${path.replaceAll(/\W/g, "-")}-${process.pid}.mjs`);
  const built = await rolldown({ input: join(root, path), external: /^[^./]/, platform: "node", tsconfig: false });
  await built.write({ file });
  return import(pathToFileURL(file));
}
