import type { LossRecord } from "@toolglot/gateway";

/** The names of what was lost, as people write them: `thinking.type` for `/thinking/type`. */
export function lossNames(losses: readonly LossRecord[]): string[] {
  return losses.map(({ path, code }) => (path === "" ? code : dotted(path)));
}

function dotted(path: string): string {
  const keys = path.slice(1).split("/");
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}
