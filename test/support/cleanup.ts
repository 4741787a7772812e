type Cleanup = () => unknown;

const ofTest: Cleanup[] = [];
const ofFile: Cleanup[] = [];

/** Runs something after the current test, in whichever file that is: a helper's own `afterEach` would hold for the first file alone where files share a process. */
export function afterTest(cleanup: Cleanup): void {
  ofTest.push(cleanup);
}

/** The same after the last test of the current file. */
export function afterFile(cleanup: Cleanup): void {
  ofFile.push(cleanup);
}

/** Called by `cleanup.setup.ts` in every test file. */
export async function cleanUpTest(): Promise<void> {
  await runAll(ofTest.splice(0));
}

/** Called by `cleanup.setup.ts` in every test file. */
export async function cleanUpFile(): Promise<void> {
  await runAll(ofFile.splice(0));
}

// What was opened last is closed first, and nothing is left open because something else failed to close.
async function runAll(cleanups: readonly Cleanup[]): Promise<void> {
  const outcomes = await Promise.allSettled(cleanups.toReversed().map(async (cleanup) => cleanup()));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
