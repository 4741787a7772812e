import type { UsageLog } from "../usage/usage-log.ts";

/** Leaves the counting to the primary, which learns of each request by its record and reports what was used. */
export const FORWARDED_USAGE: UsageLog = {
  add: () => {},
  read: async () => [],
  close: async () => {},
};
