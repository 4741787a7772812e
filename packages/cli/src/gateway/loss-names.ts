import type { LossRecord } from "@toolglot/gateway";

/** The names of what was lost, as people write them: `thinking.type` for `/thinking/type`. */
export function lossNames(losses: readonly LossRecord[]): string[] {
  return losses.map(({ path, code }) => (path === "" ? code : dotted(path)));
}

function dotted(path: string): string {
  const names = path.slice(1).replaceAll("/", ".");
  return names.includes("~") ? names.replaceAll("~1", "/").replaceAll("~0", "~") : names;
}
