import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./source.ts";

/** Compiles TypeScript files as users do, to `out` in a folder below `node_modules`; returns the compiler's errors. */
export function compileAsUsers(folder: string, files: readonly string[], sources: string = folder): string {
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
    ...{ types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
    ...{ module: "NodeNext", target: "ES2023", lib: ["ES2023", "DOM", "DOM.AsyncIterable"] },
    ...{ rootDir: sources, outDir: join(folder, "out") },
  };
  const config = { compilerOptions, files: files.map((file) => join(sources, file)) };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  try {
    return execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}
