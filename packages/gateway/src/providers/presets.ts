import type { DialectId } from "@toolglot/core";
import type { Preset, PresetPlace } from "./preset.ts";
import { PRESET_DATA } from "./preset-data.ts";
import { vendors } from "./vendors.ts";

/** What models.dev does not tell of a provider. */
const QUIRKS: Readonly<Record<string, Partial<Preset>>> = {
  // Keys are in a header of Azure's own: https://learn.microsoft.com/azure/ai-foundry/openai/reference
  azure: { platform: "azure" },
  "azure-cognitive": { platform: "azure" },
  // Which of the account's gateways: https://developers.cloudflare.com/changelog/post/2026-05-21-rest-api/
  "cloudflare-ai-gateway": { headers: { "cf-aig-gateway-id": `\${CLOUDFLARE_GATEWAY_ID:-default}` } },
  vertex: vertexPreset({
    // Those of Google's SDK, and of the AI SDK: https://github.com/googleapis/js-genai/blob/main/src/node/node_client.ts
    project: ["GOOGLE_CLOUD_PROJECT", "GOOGLE_VERTEX_PROJECT"],
    location: ["GOOGLE_CLOUD_LOCATION", "GOOGLE_VERTEX_LOCATION"],
  }),
  "vertex-claude": vertexPreset({
    // First those of Anthropic's SDK: https://github.com/anthropics/anthropic-sdk-typescript/tree/main/packages/vertex-sdk
    project: ["ANTHROPIC_VERTEX_PROJECT_ID", "GOOGLE_CLOUD_PROJECT", "GOOGLE_VERTEX_PROJECT"],
    location: ["CLOUD_ML_REGION", "GOOGLE_CLOUD_LOCATION", "GOOGLE_VERTEX_LOCATION"],
  }),
};

/** Variables of tokens that give access to more than models: repositories, virtual machines, data. */
const GENERAL_TOKENS: ReadonlySet<string> = new Set([
  "CLOUDFLARE_API_KEY",
  "CLOUDFLARE_API_TOKEN",
  "DATABRICKS_TOKEN",
  "DIGITALOCEAN_ACCESS_TOKEN",
  "GITHUB_TOKEN",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "HF_TOKEN",
  "VULTR_API_KEY",
  "WANDB_API_KEY",
]);

/** All presets: the vendors first, then the others by name. */
export const presets: readonly Preset[] = [...vendors, ...PRESET_DATA.trim().split("\n").map(readLine)];

/** The preset with a name or an alias. */
export function findPreset(name: string): Preset | undefined {
  return byName.get(name);
}

/**
 * Whether a preset is the one that its variables stand for. Several may share a variable, such as those of two regions; then it
 * is the one with the shortest name, which has no suffix for a region or a plan.
 */
export function isFirstOfItsVariable(preset: Preset): boolean {
  return sharing(preset).every(({ name }) => name.length > preset.name.length);
}

/** The other presets whose key is in the same variable; credentials of the machine are for all that have a place. */
export function sharing({ name, keys, auth }: Preset): readonly Preset[] {
  if (auth !== undefined) return [];
  return presets.filter((other) => other.name !== name && other.keys.some((variable) => keys.includes(variable)));
}

function readLine(line: string): Preset {
  const [names = "", dialect = "", baseUrl = "", keys = "", ...title] = line.split(" ");
  const [name = "", ...aliases] = names.split(",");
  const variables = keys.split(",");
  return {
    name,
    ...(aliases.length === 0 ? {} : { aliases }),
    title: title.join(" "),
    dialect: dialect as DialectId,
    baseUrl,
    keys: variables,
    models: [],
    ...(variables.some((variable) => GENERAL_TOKENS.has(variable)) ? { isNamedOnly: true } : {}),
    ...QUIRKS[name],
  };
}

const byName: ReadonlyMap<string, Preset> = new Map(
  presets.flatMap((preset) => [preset.name, ...(preset.aliases ?? [])].map((name) => [name, preset] as const)),
);

function vertexPreset({ project, location }: Readonly<Record<"project" | "location", readonly string[]>>) {
  const place: PresetPlace = { project: { variables: project }, location: { variables: location, default: "global" } };
  return { platform: "vertex", auth: { type: "gcp" }, place } as const;
}
