import { homedir } from "node:os";
import { stateFolder, TrustStore } from "@toolglot/toolbox";

/** What this user has trusted. */
export function trustStore(): TrustStore {
  return new TrustStore(stateFolder({ home: homedir() }));
}
