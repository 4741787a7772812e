import { toolEnvironment } from "../run/environment.ts";
import { type Confinement, ConfinementError, confine } from "../run/sandbox.ts";
import { type DefinitionResult, readDefinition } from "./definition.ts";
import type { DefinitionCache } from "./definition-cache.ts";
import { hashOf, helpersFingerprint, programHash } from "./fingerprint.ts";
import { type GuardedCandidate, guardedEnvironment } from "./guarded.ts";
import { DEFAULT_SCHEMA_TIMEOUT, readSchemaOutput } from "./schema-output.ts";

/** How programs are asked for their definitions. */
export interface AskOptions extends Confinement {
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly cache?: DefinitionCache | undefined;
}

/** Asks programs for their definitions; each is run only if its answer is not remembered. */
export class ProgramAsker {
  private readonly options: AskOptions;
  private readonly helpers = new Map<string, Promise<string | undefined>>();

  constructor(options: AskOptions) {
    this.options = options;
  }

  async ask(candidate: GuardedCandidate): Promise<DefinitionResult> {
    const { cache } = this.options;
    const hash = cache === undefined ? undefined : await programHash(candidate.path);
    if (cache === undefined || hash === undefined) return (await this.run(candidate)).read;
    // Without its sandbox no program is offered, remembered or not.
    const command = confine({ path: candidate.path, args: ["--schema"] }, this.options, process.cwd());
    if (command instanceof ConfinementError) return { refusal: command.message };
    return (await this.remembered(candidate, hash, cache)) ?? this.askAndRemember(candidate, hash, cache);
  }

  private async remembered(candidate: GuardedCandidate, hash: string, cache: DefinitionCache) {
    const { timeout = DEFAULT_SCHEMA_TIMEOUT } = this.options;
    const hung = await cache.read(this.timeoutKey(hash));
    if (hung?.answer.type === "timeout" && hung.answer.timeout >= timeout)
      return { refusal: timeoutText(hung.answer.timeout, hung.until) };
    const key = await this.definitionKey(candidate, hash);
    const answer = key === undefined ? undefined : (await cache.read(key))?.answer;
    return answer?.type === "definition" ? readDefinition(answer.text) : undefined;
  }

  private async askAndRemember(candidate: GuardedCandidate, hash: string, cache: DefinitionCache) {
    const { timeout = DEFAULT_SCHEMA_TIMEOUT } = this.options;
    const { read, text, isTimeout } = await this.run(candidate);
    // What was hashed may not be what was run.
    if ((await programHash(candidate.path)) !== hash) return read;
    if (isTimeout) await cache.write(this.timeoutKey(hash), { type: "timeout", timeout });
    const key = "definition" in read ? await this.definitionKey(candidate, hash) : undefined;
    if (key !== undefined && text !== undefined) await cache.write(key, { type: "definition", text });
    return read;
  }

  private async run({ path, guard }: GuardedCandidate): Promise<RunResult> {
    const answer = await readSchemaOutput(path, { ...this.options, guard, environment: guardedEnvironment(guard) });
    if ("refusal" in answer) return { read: answer, isTimeout: answer.isTimeout === true };
    return { read: readDefinition(answer.text), text: answer.text, isTimeout: false };
  }

  private timeoutKey(hash: string): string {
    const { sandbox, limits } = this.options;
    return hashOf(["timeout", hash, sandbox, limits]);
  }

  // A definition may depend on everything that the program is given.
  private async definitionKey({ path, folder, guard }: GuardedCandidate, hash: string): Promise<string | undefined> {
    const { sandbox, limits } = this.options;
    const helpers = await this.helpersOf(folder);
    if (helpers === undefined) return undefined;
    const environment = Object.entries(toolEnvironment(guardedEnvironment(guard))).sort();
    return hashOf(["definition", hash, path, helpers, process.cwd(), environment, sandbox, limits]);
  }

  private helpersOf(folder: string): Promise<string | undefined> {
    const known = this.helpers.get(folder) ?? helpersFingerprint(folder);
    this.helpers.set(folder, known);
    return known;
  }
}

interface RunResult {
  readonly read: DefinitionResult;
  readonly text?: string;
  readonly isTimeout: boolean;
}

function timeoutText(timeout: number, until: Date): string {
  const time = until.toTimeString().slice(0, 5);
  return `--schema took longer than ${timeout} ms; not asked again before ${time} unless the file changes (--refresh: ask now)`;
}
