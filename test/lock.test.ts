import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Locked {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

describe("the lock file", () => {
  // npm leaves out what it could not look up, and then refuses its own lock file in `npm ci`.
  it("has the packages of every platform", () => {
    const wanted = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.filter((name) => lock.packages[`node_modules/${name}`] === undefined)).toEqual([]);
  });

  it("names no host to download from", () => {
    const hosts = Object.values(lock.packages).filter(({ resolved, link }) => resolved !== undefined && link !== true);
    expect(hosts).toEqual([]);
  });
});
