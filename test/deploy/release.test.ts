import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeRelease, versionProblems } from "../../scripts/release.mjs";
import { afterTest } from "../support/cleanup.ts";

describe("a release", () => {
  // npm is started several times, which takes long on a machine that is busy.
  it("has all packages, what they contain, and digests that are right", { timeout: 600_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "toolglot-release-"));
    afterTest(() => rmSync(folder, { recursive: true }));
    const files = makeRelease(folder);
    const tarballs = files.filter((name) => name.endsWith(".tgz"));
    expect(tarballs.map((name) => name.replace(/-[\d.]+\.tgz$/, ""))).toEqual([
      "toolglot-core",
      "toolglot-toolbox",
      "toolglot-gateway",
      "toolglot-inspector",
      "toolglot",
    ]);
    const { subject, predicateType } = JSON.parse(readFileSync(join(folder, "provenance.json"), "utf8"));
    expect(predicateType).toBe("https://slsa.dev/provenance/v1");
    const digests = [...tarballs, "sbom.cdx.json"].map((name) => {
      const sha256 = createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex");
      return { name, digest: { sha256 } };
    });
    expect(subject).toEqual(digests);
    const sbom = JSON.parse(readFileSync(join(folder, "sbom.cdx.json"), "utf8"));
    const names = sbom.components.map(({ name }: { readonly name: string }) => name);
    expect(sbom.bomFormat).toBe("CycloneDX");
    expect(names).toEqual(expect.arrayContaining(["undici", "yaml", "ws", "jose", "@toolglot/core", "toolglot"]));
    // They are in the inspector's page.
    expect(names).toEqual(expect.arrayContaining(["preact", "uplot"]));
    expect(sbom.metadata.component.name).toBe("toolglot-workspace");
    expect(names).not.toContain("vitest");
  });

  it("is refused if the versions of the packages differ", () => {
    const manifests = [
      { name: "a", version: "1.0.0" },
      { name: "b", version: "1.1.0", dependencies: { a: "0.9.0" } },
    ];
    expect(versionProblems(manifests, "## 0.9.0\n")).toEqual([
      "b has the version 1.1.0, not 1.0.0",
      "b needs a 0.9.0, not 1.0.0",
      "CHANGELOG.md has no section 1.0.0",
    ]);
    expect(versionProblems([{ name: "a", version: "1.0.0" }], "## 1.0.0 (unreleased)\n")).toEqual([]);
  });
});
