import { readdirSync, readFileSync } from "node:fs";

/** The processes of a group that have not ended; those that have are not reaped. */
export function livingIn(group: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => groupOf(name) === group)
    .map(Number);
}

/** Waits until a condition holds; the system takes a moment to end what was killed. */
export async function eventually(holds: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 1000 && !holds(); attempt++) await new Promise((resolve) => setTimeout(resolve, 20));
  return holds();
}

function groupOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program stands in brackets, and may hold anything.
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? undefined : Number(group);
  } catch {
    return undefined;
  }
}
