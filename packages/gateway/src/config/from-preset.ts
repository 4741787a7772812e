import type { Environment } from "../providers/environment.ts";
import type { PlatformField } from "../providers/platforms/platform.ts";
import type { Preset } from "../providers/preset.ts";
import { expand } from "./expand.ts";

/** A preset with what the environment has of it. */
export interface ResolvedPreset {
  /** Absent if a variable of it is not set, or if it is no address. */
  readonly baseUrl?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The variable of its key, and the key. */
  readonly key?: { readonly variable: string; readonly value: string };
  /** The variable that it is set up by: that of its key, its credentials or its host. */
  readonly setBy?: string;
  /** Where on its platform it is. */
  readonly place: Readonly<Partial<Record<PlatformField, string>>>;
  /** The variables of its address that are not set. */
  readonly missing: readonly string[];
  /** The fields of its place that no variable has; with several variables for one, each of them would do. */
  readonly missingPlace: readonly { readonly field: PlatformField; readonly variables: readonly string[] }[];
}

/** Reads the variables of a preset. */
export function resolvePreset(preset: Preset, env: Environment): ResolvedPreset {
  const host = preset.host?.read(env);
  const { value, missing } = expand(host ?? preset.baseUrl, hostNames(preset.baseUrl, env));
  const isAddress = missing.length === 0 && URL.canParse(value) && /^https?:\/\//.test(value);
  const key = keyOf(preset, env);
  // The vendor's key is only sent to the vendor's host.
  const usesKey = key !== undefined && (host === undefined || hostIn(host) === hostIn(preset.baseUrl));
  const setBy = (usesKey ? key.variable : undefined) ?? (host === undefined ? undefined : preset.host?.variable);
  return {
    ...(isAddress ? { baseUrl: value.replace(/\/+$/, "") } : {}),
    headers: Object.fromEntries(
      Object.entries(preset.headers ?? {}).map(([name, text]) => [name, expand(text, env).value]),
    ),
    ...(usesKey && preset.auth === undefined ? { key } : {}),
    ...(setBy === undefined ? {} : { setBy }),
    ...placeOf(preset, env),
    missing,
  };
}

/** The variables to set for what is missing of a place: the first of each field. */
export function placeVariables(missing: ResolvedPreset["missingPlace"]): string[] {
  return missing.flatMap(({ variables }) => variables.slice(0, 1));
}

function placeOf({ place = {} }: Preset, env: Environment): Pick<ResolvedPreset, "place" | "missingPlace"> {
  const fields = (Object.keys(place) as PlatformField[]).map((field) => {
    const { variables = [], default: other } = place[field] ?? {};
    return { field, variables, value: variables.map((each) => env[each]?.trim()).find(Boolean) ?? other };
  });
  return {
    place: Object.fromEntries(fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value]]))),
    missingPlace: fields.filter(({ value }) => value === undefined),
  };
}

function keyOf({ keys }: Preset, env: Environment): ResolvedPreset["key"] {
  return keys.map((variable) => ({ variable, value: env[variable]?.trim() ?? "" })).find(({ value }) => value !== "");
}

// Databricks' own tools take DATABRICKS_HOST with and without the scheme: https://docs.databricks.com/aws/en/dev-tools/auth/env-vars
function hostNames(baseUrl: string, env: Environment): Environment {
  const [, variable] = /^https:\/\/\$\{(\w+)\}/.exec(baseUrl) ?? [];
  if (variable === undefined || env[variable] === undefined) return env;
  return {
    ...env,
    [variable]: env[variable]
      .trim()
      .replace(/^https?:\/\//, "")
      .replace(/\/+$/, ""),
  };
}

function hostIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
