import type { Loss } from "@toolglot/core";
import { expect, it } from "vitest";
import { styleFor } from "../src/output/style.ts";
import { checkReport, type FolderCheck } from "../src/tools/check-report.ts";

const tool = { name: "now", origin: { type: "executable", path: "now.sh" } } as FolderCheck["tools"][number];
const screen = { columns: 80, style: styleFor(false, {}), isTerminal: false, write: async () => {}, print: () => {} };

function lost(to: string, feature: string, level: Loss["level"]) {
  const loss: Loss = {
    code: "field",
    feature,
    path: `/0/${feature}`,
    from: "mcp",
    to,
    level,
    action: "dropped",
    message: "",
  };
  return { to, tool: "now", loss };
}

function report(losses: FolderCheck["losses"]): string {
  return checkReport({ tools: [tool], problems: [], losses, targets: ["anthropic", "gemini"] }, screen);
}

it("lists content and settings once for all dialects, and counts metadata apart", () => {
  const losses = ["anthropic", "gemini"].flatMap((to) => [lost(to, "title", "content"), lost(to, "_meta", "metadata")]);
  expect(report(losses)).toContain("\n1 loss (and 1 of metadata)\n");
  expect(report(losses)).toMatch(/^now +\/title .*anthropic, gemini$/m);
  expect(report(losses)).not.toContain("_meta");
});

it("takes metadata for no loss", () => {
  expect(report([lost("gemini", "_meta", "metadata")])).toContain(
    "nothing is lost for anthropic, gemini but 1 of metadata (listed with --json)\n",
  );
  expect(report([])).toContain("nothing is lost for anthropic, gemini\n");
});
