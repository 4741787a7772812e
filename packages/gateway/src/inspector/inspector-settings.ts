// What follows from the settings of the inspector.

import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/loopback.ts";

/** What the recordings of a config need to know. */
export interface RecordingSettings {
  readonly config: Config;
  readonly isEnabled: boolean;
  /** The largest body that is kept, in bytes; 0 if none is. */
  readonly maxBodyBytes: number;
}

/** A body may take one part of so many of the configured memory. */
const BODY_SHARE = 8;

export function recordingSettings(config: Config): RecordingSettings {
  const { bodies, maxBytes } = config.inspector;
  return { config, isEnabled: isEnabledBy(config), maxBodyBytes: bodies ? Math.floor(maxBytes / BODY_SHARE) : 0 };
}

/** Where the config does not say: only if the gateway listens on this machine alone. */
function isEnabledBy({ inspector: { enabled }, server: { host, hosts } }: Config): boolean {
  return enabled ?? (isLoopback(host) && hosts.every(isLoopback));
}
