import { describe, expect, it } from "vitest";
import { environmentConfig } from "../../src/config/environment.ts";
import { foreignKeys } from "../../src/config/foreign-keys.ts";
import { destinationsFor } from "../../src/exchange/destinations.ts";
import { problemsIn, read } from "./reading.ts";

const CREDENTIALS = { GOOGLE_APPLICATION_CREDENTIALS: "/home/me/account.json" };
const auth = { type: "gcp" };

/** The provider of a config, and the one that the variables alone make. */
async function both(preset: string, env: Readonly<Record<string, string>>) {
  const { providers } = await read(`providers: { p: { preset: ${preset} } }`, { env });
  return [providers.get("p"), (await environmentConfig(env)).providers.get(preset)];
}

describe("a preset of Vertex AI", () => {
  it.each([
    ["vertex", "gemini", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"],
    ["vertex", "gemini", "GOOGLE_VERTEX_PROJECT", "GOOGLE_VERTEX_LOCATION"],
    ["vertex-claude", "anthropic", "ANTHROPIC_VERTEX_PROJECT_ID", "CLOUD_ML_REGION"],
    ["vertex-claude", "anthropic", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"],
    ["vertex-claude", "anthropic", "GOOGLE_VERTEX_PROJECT", "GOOGLE_VERTEX_LOCATION"],
  ])("%s (%s) is where %s and %s say", async (preset, dialect, project, location) => {
    const env = { ...CREDENTIALS, [project]: "my-project", [location]: " europe-west1 " };
    for (const provider of await both(preset, env)) {
      expect(provider).toMatchObject({
        dialect,
        auth,
        platform: { name: "vertex", project: "my-project", location: "europe-west1" },
        baseUrl: "https://europe-west1-aiplatform.googleapis.com",
      });
      expect(provider).not.toHaveProperty("apiKey");
    }
  });

  it("prefers the variables of its vendor's SDK", async () => {
    const env = { ...CREDENTIALS, GOOGLE_CLOUD_PROJECT: "google", ANTHROPIC_VERTEX_PROJECT_ID: "anthropic" };
    for (const provider of await both("vertex", env)) expect(provider?.platform?.project).toBe("google");
    for (const provider of await both("vertex-claude", env)) expect(provider?.platform?.project).toBe("anthropic");
  });

  it("is in the location global by default", async () => {
    for (const provider of await both("vertex", { ...CREDENTIALS, GOOGLE_CLOUD_PROJECT: "p" }))
      expect(provider).toMatchObject({
        baseUrl: "https://aiplatform.googleapis.com",
        platform: { location: "global" },
      });
  });

  it("without a config needs a project, credentials, and names that are some", async () => {
    const providers = async (env: Readonly<Record<string, string>>) => [
      ...(await environmentConfig(env)).providers.keys(),
    ];
    expect(await providers(CREDENTIALS)).toEqual(["sim"]);
    expect(await providers({ GOOGLE_CLOUD_PROJECT: "p" })).toEqual(["sim"]);
    const env = { ...CREDENTIALS, GOOGLE_CLOUD_PROJECT: "p" };
    expect(await providers(env)).toEqual(["vertex", "vertex-claude", "sim"]);
    expect(await providers({ ...env, GOOGLE_CLOUD_LOCATION: "evil.example/" })).toEqual(["sim"]);
  });

  it("gets only the requests that name it, because its variables may be set for another purpose", async () => {
    const config = await environmentConfig({ ...CREDENTIALS, GOOGLE_CLOUD_PROJECT: "p" });
    expect(destinationsFor(config, "claude-sonnet-5-5").map(({ provider }) => provider.name)).toEqual(["sim"]);
    const [named] = destinationsFor(config, "vertex-claude/claude-sonnet-5-5");
    expect(named).toMatchObject({ provider: { name: "vertex-claude" }, model: "claude-sonnet-5-5" });
  });

  it("in a config takes what the machine has, if no variable leads to credentials", async () => {
    const { providers } = await read("providers: { p: { preset: vertex, project: p, location: us } }");
    expect(providers.get("p")).toMatchObject({ auth, baseUrl: "https://aiplatform.us.rep.googleapis.com" });
  });

  it("gives way to what the config says", async () => {
    const env = { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "us-east5" };
    const place = async (fields: string) =>
      (await read(`providers: { p: { preset: vertex, ${fields} } }`, { env })).providers.get("p");
    const placed = { platform: { project: "p", location: "us-east5" } };
    expect(await place("auth: { bearer: t }")).toMatchObject({ ...placed, auth: { type: "bearer" } });
    expect(await place("location: eu")).toMatchObject({ platform: { project: "p", location: "eu" } });
    const express = await place("apiKey: k");
    expect(express).toMatchObject({ apiKey: "k", platform: { name: "vertex" } });
    expect([express?.auth, express?.platform?.project]).toEqual([undefined, undefined]);
  });

  it("sends no credentials to another host", async () => {
    const text = `providers: { p: { preset: vertex, project: p, baseUrl: "https://proxy.example" } }`;
    const config = await read(text, { env: CREDENTIALS });
    expect(config.providers.get("p")).not.toHaveProperty("auth");
    expect(foreignKeys(config, CREDENTIALS)).toEqual([]);
  });

  it("says which variable is wrong", async () => {
    const env = { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "evil.example/" };
    const problems = await problemsIn("providers: { p: { preset: vertex } }", { env });
    expect(problems.join()).toContain("is vertex, whose location has characters that it cannot have");
    expect(problems.join()).not.toContain("evil");
  });
});
