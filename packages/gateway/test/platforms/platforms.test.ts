import { describe, expect, it } from "vitest";
import { bindings } from "../../src/bindings/index.ts";
import { azure } from "../../src/providers/platforms/azure.ts";
import { bedrock } from "../../src/providers/platforms/bedrock.ts";
import { isOwnHost, platformNames, providerBinding } from "../../src/providers/platforms/index.ts";
import { vertex } from "../../src/providers/platforms/vertex.ts";

const platforms = [azure, bedrock, vertex];
const dialects: readonly string[] = bindings.map(({ dialect }) => dialect);

/** The settings of a platform with everything that it may need. */
const SETTINGS = { region: "us-east-1", project: "my-project", location: "us-east5" };

describe("the platforms", () => {
  it("are all tested here", () => {
    expect(platforms.map(({ name }) => name)).toEqual(platformNames);
  });

  it.each(platforms)("$name serves dialects that exist", ({ dialects: served }) => {
    expect(Object.keys(served).filter((dialect) => !dialects.includes(dialect))).toEqual([]);
  });

  it.each(platforms)("$name has base URLs of its own hosts, which are accepted as they are", (platform) => {
    const { region, project, location } = SETTINGS;
    const settings = { name: platform.name, region, project, location };
    const given = platform.name === "azure" ? "https://x.openai.azure.com" : undefined;
    for (const dialect of Object.keys(platform.dialects)) {
      const baseUrl = platform.baseUrl(settings, given, dialect);
      expect(isOwnHost(settings, new URL(baseUrl).hostname), baseUrl).toBe(true);
      expect(platform.baseUrl(settings, baseUrl, dialect)).toBe(baseUrl);
    }
  });

  it.each(platforms)("$name has paths for any model's name", (platform) => {
    for (const dialect of Object.keys(platform.dialects))
      for (const model of ["m", "a b/c", "a?b#c", "../x", "\ud800", "ü:0"])
        for (const stream of [true, false]) {
          const path = providerBinding({ dialect, platform: { name: platform.name, ...SETTINGS } }).path(model, stream);
          const url = new URL(`https://h.example${path}`);
          expect(url.pathname + url.search, model).toBe(path.replaceAll("'", "%27"));
        }
  });
});
