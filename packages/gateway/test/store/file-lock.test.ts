import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { LockedError, lock } from "../../src/store/file-lock.ts";

it("is held by one at a time, however many of a process ask for it", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "toolglot-lock-")), "lock");
  let holders = 0;
  let most = 0;
  const takeOnce = async (): Promise<boolean> => {
    try {
      const unlock = await lock(path);
      holders++;
      most = Math.max(most, holders);
      await setImmediate();
      holders--;
      await unlock();
      return true;
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      return false;
    }
  };
  const take = async (): Promise<void> => {
    for (let taken = 0; taken < 4; ) if (await takeOnce()) taken++;
  };
  await Promise.all(Array.from({ length: 10 }, take));
  expect(most).toBe(1);
});
