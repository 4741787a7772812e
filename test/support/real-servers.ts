import { existsSync, readdirSync, readFileSync } from "node:fs";
import { CORPUS } from "./corpus.ts";

const FOLDER = `${CORPUS}/real-servers`;

/** Streams recorded from real servers, by the names of their files; none where the corpus is absent. */
export const serverStreams: ReadonlyMap<string, string> = new Map(
  existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((name) => name.endsWith(".sse"))
        .map((name) => [name, readFileSync(`${FOLDER}/${name}`, "utf8")])
    : [],
);
