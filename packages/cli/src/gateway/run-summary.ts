import type { Log, LogRecord, RequestRecord } from "@toolglot/gateway";
import { dollars } from "../output/dollars.ts";
import { escapeInvisible } from "../output/escape.ts";
import { plural } from "../output/messages.ts";
import { lossNames } from "./loss-names.ts";

/** Adds up the requests of an agent, for the line that `toolglot run` prints when the agent has ended. */
export class RunSummary {
  private requests = 0;
  private failed = 0;
  /** Why the last of those that failed did. */
  private lastFailure = "";
  private input = 0;
  private cached = 0;
  private output = 0;
  private cost = 0;
  /** The requests with tokens whose price is not known. */
  private unpriced = 0;
  private readonly losses = new Map<string, number>();

  /** A log that also counts. */
  counting(log: Log): Log {
    return (record) => {
      if (isExchange(record)) this.count(record);
      log(record);
    };
  }

  get isEmpty(): boolean {
    return this.requests === 0;
  }

  /** `12 requests (1 failed), 34,567 tokens in (30,000 cached), 1,234 out, $0.21, lost top_k (12×); the last failure was …`. */
  toString(): string {
    const { requests, failed, input, cached, output } = this;
    const number = (count: number) => count.toLocaleString("en");
    const parts = [
      `${plural(requests, "request")}${failed === 0 ? "" : ` (${number(failed)} failed)`}`,
      `${plural(input, "token")} in${cached === 0 ? "" : ` (${number(cached)} cached)`}, ${number(output)} out`,
      ...this.costText(),
      this.lossText(),
    ];
    return `${parts.join(", ")}${this.lastFailure}`;
  }

  private count(record: RequestRecord): void {
    const { outcome, usage = {}, cost, losses = [] } = record;
    this.requests++;
    if (outcome === "error") this.countFailure(record);
    this.input += usage.input ?? 0;
    this.cached += usage.cacheRead ?? 0;
    this.output += usage.output ?? 0;
    this.cost += cost ?? 0;
    if (cost === undefined && usage.output !== undefined) this.unpriced++;
    for (const name of new Set(lossNames(losses))) this.losses.set(name, (this.losses.get(name) ?? 0) + 1);
  }

  // An agent may have tried in silence for minutes, and its own message may not be the provider's.
  private countFailure({ provider, errorType, error }: RequestRecord): void {
    this.failed++;
    const reason = [errorType, error].filter(Boolean).join(": ");
    const at = provider === undefined ? "" : ` (${provider})`;
    this.lastFailure = reason === "" ? "" : escapeInvisible(`; the last failure${at} was ${reason}`);
  }

  private costText(): string[] {
    if (this.cost === 0) return [];
    return [
      `${dollars(this.cost)}${this.unpriced === 0 ? "" : ` (without ${plural(this.unpriced, "request")} of unknown price)`}`,
    ];
  }

  private lossText(): string {
    const names = [...this.losses].toSorted(([, one], [, other]) => other - one);
    if (names.length === 0) return "nothing lost";
    const shown = names.slice(0, MAX_NAMES).map(([name, count]) => (count === 1 ? name : `${name} (${count}×)`));
    const more = names.length > MAX_NAMES ? `, … +${names.length - MAX_NAMES}` : "";
    return escapeInvisible(`lost ${shown.join(", ")}${more}`);
  }
}

/** How many losses the line names. */
const MAX_NAMES = 8;

// Lists of models, counts of tokens and health checks are no requests to a model. What the gateway refuses has no attempts.
function isExchange(record: LogRecord): record is RequestRecord {
  return "attempts" in record || ("durationMs" in record && record.model !== undefined && record.outcome === "error");
}
