import { readFileSync } from "node:fs";
import { HELLO, post, type Serving, serving, until } from "./serving.ts";

/** Starts the program's gateway with two workers. */
export function startTwoWorkers(args: readonly string[] = []): Promise<Serving> {
  return serving(["--workers", "2", ...args]);
}

/** So that each request has a connection of its own: these are given to the workers in turn. */
export const CLOSE = { connection: "close" };

/** Sends a request on a connection of its own. */
export async function say(
  { url }: Serving,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await post(`${url}/v1/messages`, { ...HELLO, ...body }, { ...CLOSE, ...headers });
  return { status: response.status, text: await response.text() };
}

/** The numbers of the workers that have served the requests so far, as the log says. */
export function served({ output }: Pick<Serving, "output">): string[] {
  return [...output.stderr.matchAll(/ {2}200 .* worker (\d)/g)].map(([, number = ""]) => number);
}

/** Waits until the log has so many requests. */
export async function untilServed(gateway: Serving, count: number): Promise<void> {
  await until(() => (served(gateway).length >= count ? true : undefined), gateway.child);
}

/** The ids of the workers' processes. */
export function workersOf({ child: { pid } }: Serving): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}
