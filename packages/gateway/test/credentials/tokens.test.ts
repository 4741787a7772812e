import { describe, expect, it } from "vitest";
import { createCredentials } from "../../src/providers/credentials/index.ts";
import type { AuthSettings } from "../../src/providers/credentials/settings.ts";
import { nodeSystem } from "../../src/transports/node/local-system.ts";
import { type ContextSetup, contextOf, json, type TestContext } from "./context.ts";

const REQUEST = { method: "POST" as const, url: "https://h.example/", headers: {} };
const SCOPE = { region: "", service: "" };
const MINUTE = 60_000;

/** Credentials of a kind, and the tokens that they send. */
function tokensOf(auth: AuthSettings, setup: ContextSetup) {
  const context = contextOf(setup);
  return { context, ...withContext(auth, context) };
}

function withContext(auth: AuthSettings, context: Omit<TestContext, "clock"> & Pick<TestContext, "clock">) {
  const credentials = createCredentials(auth, context, SCOPE);
  return { credentials, token: async () => (await credentials.headersFor(REQUEST)).authorization };
}

describe("the token that a command prints", () => {
  const command = ["print-token", "--secret", "canary"];

  it.each([
    ["a token alone, for five minutes", "tok-1\n", 5 * MINUTE],
    ["OAuth 2.0's JSON", '{"access_token":"tok-1","expires_in":3600}', 60 * MINUTE],
    ["Azure's JSON", `{"accessToken":"tok-1","expires_on":${Date.UTC(2026, 10, 16, 1) / 1000}}`, 60 * MINUTE],
    ["a date", '{"token":"tok-1","expiration":"2026-11-16T01:00:00Z"}', 60 * MINUTE],
  ])("may be %s", async (_, printed, life) => {
    let count = 0;
    const { context, token } = tokensOf(
      { type: "command", command },
      { run: () => printed.replace("tok-1", `tok-${++count}`) },
    );
    expect(await token()).toBe("Bearer tok-1");
    context.clock.turn(life * 0.75);
    expect(await token()).toBe("Bearer tok-1");
    context.clock.turn(life * 0.25);
    // Those that are dated stay expired.
    expect(await token()).toMatch(/^Bearer tok-[23]$/);
    expect(context.secrets).toContain("tok-1");
  });

  it.each([
    [
      "fails",
      new Error("it ended with status 1: not logged in"),
      "the command print-token, which prints the token, failed: it ended with status 1: not logged in; run it by hand",
    ],
    ["prints something else", "two words", "the command print-token printed no token"],
    ["prints nothing", "", "the command print-token printed no token"],
    ["prints JSON without a token", '{"error":"x"}', "the command print-token printed no token"],
  ])("is an error if it %s", async (_, printed, message) => {
    const { token } = tokensOf({ type: "command", command }, { run: () => printed });
    const error = await token().catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ name: "CredentialError", message: expect.stringContaining(message) });
    expect(String(error)).not.toContain("canary");
  });

  it("is read from real programs, with or without a shell", async () => {
    const node = process.execPath;
    expect(await nodeSystem.run([node, "-e", "console.log(process.argv[1])", "a b"])).toBe("a b\n");
    expect((await nodeSystem.run("echo one && echo two")).split(/\s+/)).toEqual(["one", "two", ""]);
    await expect(nodeSystem.run([node, "-e", "console.error('why'); process.exit(3)", "canary"])).rejects.toThrow(
      /^it ended with status 3: why$/,
    );
    await expect(nodeSystem.run(["/no/such/program"])).rejects.toThrow("it could not be started (ENOENT)");
  });
});

describe("what a machine has for Google Cloud", () => {
  const ADC = "/home/me/.config/gcloud/application_default_credentials.json";

  it("is the user who has signed in with gcloud", async () => {
    const { context, token } = tokensOf(
      { type: "gcp" },
      {
        files: {
          [ADC]: JSON.stringify({
            type: "authorized_user",
            client_id: "id",
            client_secret: "canary",
            refresh_token: "refresh",
          }),
        },
        answer: () => json({ access_token: "user-token", expires_in: 3599 }),
      },
    );
    expect(await token()).toBe("Bearer user-token");
    expect(context.requests[0]?.url).toBe("https://oauth2.googleapis.com/token");
    expect(Object.fromEntries(new URLSearchParams(context.requests[0]?.body))).toEqual({
      grant_type: "refresh_token",
      client_id: "id",
      client_secret: "canary",
      refresh_token: "refresh",
    });
  });

  it.each([
    [
      "a file that does not exist",
      { env: { GOOGLE_APPLICATION_CREDENTIALS: "/gone.json" } },
      "GOOGLE_APPLICATION_CREDENTIALS names /gone.json, which does not exist",
    ],
    [
      "a file of another kind",
      { files: { [ADC]: '{"type":"impersonated_service_account"}' } },
      `${ADC} is of the type impersonated_service_account; use a service account's file, or auth: { command:`,
    ],
    [
      "no metadata server",
      { answer: () => new Error("the provider could not be reached (ENOTFOUND)") },
      "the metadata server of Google Cloud cannot be reached (ENOTFOUND); outside of Google Cloud, set GOOGLE_APPLICATION_CREDENTIALS",
    ],
  ])("cannot be used with %s, and the error says why", async (_, setup, message) => {
    const { context, token } = tokensOf({ type: "gcp" }, setup);
    const error = await context.clock.turnUntil(token().catch((thrown: Error) => thrown));
    expect(error).toMatchObject({ name: "CredentialError", message: expect.stringContaining(message) });
  });
});

describe("credentials of a machine", () => {
  it.each(["aws", "azure", "gcp"] as const)("for %s are an error where there is none", async (type) => {
    const { system: _, ...context } = contextOf({});
    const { token } = withContext({ type }, context);
    await expect(token()).rejects.toThrow(
      `auth: ${type} cannot be used here, where there are neither files nor programs`,
    );
  });
});
