// `npm run test:clients` takes half an hour; that each of its sessions can be planned is seen here.
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

interface Agent {
  readonly name: string;
}

interface Scenario {
  readonly name: string;
  suits?(agent: Agent, dialect: string): boolean;
  plan(given: object): { readonly providers: object; readonly routes: readonly object[]; readonly last: string };
}

const { agents } = (await load("agents.mjs")) as { agents: readonly Agent[] };
const { dialects } = (await load("dialects.mjs")) as { dialects: Readonly<Record<string, string>> };
const { scenarios } = (await load("scenarios/index.mjs")) as { scenarios: readonly Scenario[] };

describe("the scenarios of real agents", () => {
  for (const scenario of scenarios)
    it(`can be planned for each agent and provider that it suits: ${scenario.name}`, () => {
      const pairs = agents.flatMap((agent) => Object.keys(dialects).map((dialect) => ({ agent, dialect })));
      const suited = pairs.filter(({ agent, dialect }) => scenario.suits?.(agent, dialect) ?? true);
      expect(suited).not.toEqual([]);
      for (const each of suited) {
        const { last, providers, routes } = scenario.plan({ ...each, ...folders() });
        expect(Object.keys(providers)).not.toEqual([]);
        expect(routes).not.toEqual([]);
        expect(last).toBeTypeOf("string");
      }
    });
});

function folders(): { readonly folder: string; readonly work: string } {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-scenario-"));
  mkdirSync(join(folder, "work"));
  return { folder, work: join(folder, "work") };
}

function load(file: string): Promise<unknown> {
  return import(new URL(`clients/${file}`, import.meta.url).href);
}
