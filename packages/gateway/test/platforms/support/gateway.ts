import { afterTest } from "../../../../../test/support/cleanup.ts";
import { readConfig } from "../../../src/config/read.ts";
import type { LogRecord } from "../../../src/observe/log.ts";
import type { LocalSystem } from "../../../src/providers/credentials/credentials.ts";
import type { Served } from "../../../src/serve.ts";
import { serve } from "../../../src/serve.ts";

export interface PlatformGateway extends Served {
  readonly records: LogRecord[];
}

export interface PlatformSetup {
  /** The fields of the provider `p`, as YAML. */
  readonly provider: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly system?: LocalSystem;
}

/** A gateway with one provider, `p`, read from a config and closed after the test. */
export async function startPlatformGateway({
  provider,
  env = {},
  files = {},
  system,
}: PlatformSetup): Promise<PlatformGateway> {
  const records: LogRecord[] = [];
  const config = await readConfig(`providers: { p: ${provider} }`, {
    name: "toolglot.yaml",
    env,
    readFile: (path) => files[path] ?? "",
  });
  const served = await serve({
    config,
    port: 0,
    log: (record) => records.push(record),
    ...(system === undefined ? {} : { system }),
  });
  afterTest(() => {
    // The second call ends it at once.
    void served.close();
    return served.close();
  });
  return { ...served, records };
}

/** All that people can see of a gateway: its log, its metrics and the inspector's recordings. */
export async function everythingShown({ url, records }: PlatformGateway): Promise<string> {
  const get = async (path: string) => (await fetch(url + path)).text();
  const list = await get("/_inspector/exchanges");
  const ids: string[] = JSON.parse(list).exchanges.map(({ id }: { id: string }) => id);
  const details = await Promise.all(ids.map((id) => get(`/_inspector/exchanges/${id}`)));
  const names = details.flatMap((detail, index) =>
    [...detail.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => `/_inspector/exchanges/${ids[index]}/bodies/${name}`),
  );
  const texts = await Promise.all(["/metrics", "/readyz", ...names].map(get));
  return [JSON.stringify(records), list, ...details, ...texts].join("\n");
}
