import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProcess } from "./in-process.ts";
import { type Outcome, start } from "./run.ts";

/** A project with a home folder of its own, so that no other tools are found. */
export class Project {
  readonly folder: string = realpathSync(mkdtempSync(join(tmpdir(), "toolglot-project-")));
  readonly home: string = join(this.folder, "home");
  /** The user's own tools, which need no trust. */
  readonly tools: string = join(this.home, ".toolglot", "tools");
  /** The tools that the project brings along. */
  readonly shipped: string = join(this.folder, ".toolglot", "tools");

  constructor() {
    for (const folder of [this.home, this.tools, this.shipped]) mkdirSync(folder, { recursive: true });
  }

  /** Runs a command in the project, in this process. */
  run(args: readonly string[], input: string = ""): Promise<Outcome> {
    return inProcess(args, { input, ...this.surroundings });
  }

  /** Starts the built program in the project. */
  start(args: readonly string[]): ReturnType<typeof start> {
    return start(args, [], this.surroundings);
  }

  private get surroundings(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
    return { cwd: this.folder, env: { ...process.env, HOME: this.home } };
  }

  /** An executable in one of the project's folders. */
  script(name: string, text: string, folder: string = this.tools): string {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  }

  /** A tool that runs this script on its input, which it returns by default. */
  tool(name: string, { does = "cat", folder = this.tools, ...more }: ToolOptions = {}): string {
    mkdirSync(folder, { recursive: true });
    const parameters = { type: "object", properties: { text: { type: "string" }, n: { type: "integer" } } };
    const definition = { name, description: `Does ${name}.`, parameters, ...more };
    writeFileSync(join(folder, `.${name}.json`), JSON.stringify(definition));
    const answer = `cat "$(dirname "$0")/.${name}.json"`;
    const file = name.replaceAll("_", "-");
    return this.script(file, `#!/bin/sh\nif [ "$1" = --schema ]; then ${answer}; else ${does}; fi\n`, folder);
  }
}

interface ToolOptions {
  readonly does?: string;
  readonly folder?: string;
  readonly description?: string;
  readonly parameters?: object;
  readonly annotations?: object;
  readonly timeout?: number;
}
