import {
  BodyReader,
  type BridgeOptions,
  createBridge,
  type FastOption,
  stringifyJson,
  ToolMemory,
} from "@toolglot/core";
import { readCompact } from "@toolglot/core/compact";
import type { DialectName } from "../properties/dialects.ts";

/** The sides of a bridge. */
export interface Ends extends Pick<BridgeOptions, "caching" | "profile"> {
  readonly client: DialectName;
  readonly provider: DialectName;
}

/** Each body by a bridge of its own, all of them with one memory; every other one as text, as in a gateway: `onRepeat` counts those. */
export function translated(bodies: readonly string[], ends: Ends, fast: FastOption, onRepeat = () => {}): unknown {
  const memory = new ToolMemory();
  const reader = new BodyReader({ fast, readCompact });
  return bodies.map((text, index) =>
    outcome(() => {
      const bridge = createBridge({ ...ends, fast, memory });
      const body = reader.read(text) as never;
      const repeated = index % 2 === 0 ? bridge.repeatRequest(body) : undefined;
      if (repeated !== undefined) {
        onRepeat();
        const { text: value, losses, changes } = repeated;
        return { value, losses, changes };
      }
      const { value, losses, changes } = bridge.request(body);
      return { value: stringifyJson(value), losses, changes };
    }),
  );
}

/** What a translation gives. */
export interface Outcome {
  readonly value: unknown;
  readonly losses: unknown;
  readonly changes: unknown;
}

/** What a translation gives, or its error. */
export function outcome(translate: () => Outcome): unknown {
  try {
    const { value, losses, changes, ...others } = translate();
    return { value, losses, changes, ...withoutOrigins(others) };
  } catch (error) {
    return String(error);
  }
}

function withoutOrigins(others: object): object {
  return JSON.parse(JSON.stringify(others, (key, value) => (key === "origin" ? undefined : value)));
}
