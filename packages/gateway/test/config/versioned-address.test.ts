import { describe, expect, it } from "vitest";
import { problemsIn, read } from "./reading.ts";

describe("a version in an address", () => {
  const azure = (more: string) => `providers: { a: { dialect: openai, platform: azure, apiKey: k, ${more} } }`;
  const address = "baseUrl: 'https://h/openai?api-version=2024-10-21'";

  it("is the apiVersion of a provider on Azure", async () => {
    const { providers } = await read(azure(address));
    expect(providers.get("a")).toMatchObject({
      baseUrl: "https://h/openai",
      platform: { name: "azure", apiVersion: "2024-10-21" },
    });
  });

  it("is refused beside another, and on other platforms", async () => {
    expect(await problemsIn(azure(`${address}, apiVersion: 2025-01-01`))).toEqual([
      expect.stringMatching(/apiVersion is not the 2024-10-21 that baseUrl has; leave one of the two out/),
    ]);
    expect(await problemsIn(`providers: { a: { dialect: openai, ${address} } }`)).toEqual([
      expect.stringMatching(/baseUrl has an api-version, which is for platform azure only; add platform: azure/),
    ]);
    expect(await problemsIn(azure("baseUrl: 'https://h/openai?api-version=2024-10-21&x=1'"))).toEqual([
      expect.stringMatching(/baseUrl has a query or a fragment/),
    ]);
  });
});
