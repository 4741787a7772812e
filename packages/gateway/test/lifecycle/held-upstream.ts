import { startUpstream, type TestUpstream } from "../support/upstream.ts";

/** A provider that begins its responses at once, and ends them on demand. */
export interface HeldUpstream extends TestUpstream {
  release(): void;
}

export async function startHeld(): Promise<HeldUpstream> {
  const waiting: (() => void)[] = [];
  let isFree = false;
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.write(line("Hello", false));
    const end = () => response.end(line(", and good-bye", true));
    if (isFree) end();
    else waiting.push(end);
  });
  const release = () => {
    isFree = true;
    for (const end of waiting.splice(0)) end();
  };
  return { ...upstream, release };
}

function line(content: string, done: boolean): string {
  const more = done ? { done_reason: "stop", prompt_eval_count: 1, eval_count: 2 } : {};
  return `${JSON.stringify({ model: "m", created_at: "2026-01-01T00:00:00Z", message: { role: "assistant", content }, done, ...more })}\n`;
}
