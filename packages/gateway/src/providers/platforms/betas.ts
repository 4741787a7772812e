import type { LostField } from "../../bindings/binding.ts";
import type { HeaderMap } from "../../transport.ts";
import { KNOWN_BETAS, PLATFORM_BETAS } from "./beta-data.ts";
import type { PlatformName } from "./platform.ts";

/** The betas of a request that a platform takes, by its own names, and those that it does not take. */
export interface SelectedBetas {
  readonly taken: readonly string[];
  readonly lost: readonly LostField[];
}

/** Selects the betas in the header of a request: https://platform.claude.com/docs/en/api/beta-headers */
export function selectBetas(headers: HeaderMap, platform: PlatformName): SelectedBetas {
  const names = (headers[HEADER] ?? "").split(",").map((name) => name.trim());
  const betas = [...new Set(names)].filter((name) => name !== "");
  const table = tables[platform];
  const taken = betas.flatMap((name) => table.get(name) ?? []);
  return { taken: [...new Set(taken)], lost: betas.filter((name) => !table.has(name)).map(lostBeta) };
}

const HEADER = "anthropic-beta";

// A beta that nobody has documented names a client, such as `claude-code-20250219`, and changes nothing of a response.
function lostBeta(name: string): LostField {
  return { path: `/headers/${HEADER}`, feature: name, level: known.has(name) ? "setting" : "metadata" };
}

const known: ReadonlySet<string> = new Set(linesOf(KNOWN_BETAS));

const tables: Readonly<Record<PlatformName, ReadonlyMap<string, string>>> = {
  azure: tableOf("azure"),
  bedrock: tableOf("bedrock"),
  vertex: tableOf("vertex"),
};

function tableOf(platform: PlatformName): ReadonlyMap<string, string> {
  const lines = linesOf(PLATFORM_BETAS[platform] ?? "").map((line) => line.split("="));
  return new Map(lines.map(([name = "", own = name]) => [name, own]));
}

function linesOf(text: string): string[] {
  return text.trim().split("\n");
}
