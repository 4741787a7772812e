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
  await Promise.all(ofTest.splice(0).map((cleanup) => cleanup()));
}

/** Called by `cleanup.setup.ts` in every test file. */
export async function cleanUpFile(): Promise<void> {
  await Promise.all(ofFile.splice(0).map((cleanup) => cleanup()));
}
