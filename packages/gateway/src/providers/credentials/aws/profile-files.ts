import type { LocalSystem } from "../credentials.ts";

/** The settings of a profile, by name. */
export type Profile = Readonly<Record<string, string>>;

/** The profiles of `~/.aws/config` and `~/.aws/credentials`, of which the latter takes precedence. */
export async function readProfiles(system: LocalSystem): Promise<ReadonlyMap<string, Profile>> {
  const { AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: credentials } = system.env;
  const folder = `${system.home}/.aws`;
  const profiles = new Map<string, Profile>();
  for (const path of [config || `${folder}/config`, credentials || `${folder}/credentials`])
    for (const [name, profile] of parseProfiles((await system.readFile(path)) ?? ""))
      profiles.set(name, { ...profiles.get(name), ...profile });
  return profiles;
}

/** https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html */
function parseProfiles(text: string): Map<string, Profile> {
  const profiles = new Map<string, Record<string, string>>();
  let current: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*(?:profile\s+)?["']?([^\]"']+?)["']?\s*\]/.exec(line)?.[1];
    if (section !== undefined) {
      current = profiles.get(section) ?? {};
      profiles.set(section, current);
      continue;
    }
    // Comments, and the settings of services, which are indented, are no settings of the profile.
    const [, name, value] = /^([\w.-]+)\s*=\s*(.*?)(?:\s+[#;].*)?$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) current[name.toLowerCase()] = value;
  }
  return profiles;
}
