import { homedir } from "node:os";
import { stateFolder, TrustStore } from "@toolglot/toolbox";

/** The trust store of this user. */
export function trustStore(): TrustStore {
  return new TrustStore(stateFolder({ home: homedir() }));
}
