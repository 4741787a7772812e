import { type CredentialContext, CredentialError, type LocalSystem } from "./credentials.ts";

/** The machine, for credentials that cannot be had without it. */
export function localSystem({ system }: CredentialContext, what: string): LocalSystem {
  if (system === undefined)
    throw new CredentialError(
      `${what} cannot be used here, where there are neither files nor programs`,
      "put the credentials into the config",
    );
  return { ...system, readFile: (path) => system.readFile(path).catch(unreadable) };
}

function unreadable(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new CredentialError(`the credentials cannot be read: ${reason}`);
}
