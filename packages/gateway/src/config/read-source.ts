import type { Json } from "@toolglot/core";
import { duplicatesIn, JsonError, parseJson } from "@toolglot/core/base";
import type { ConfigSource } from "./source.ts";

/**
 * Reads the text of a config. What is JSON and gives no reason for a message is read without the YAML parser, which is loaded for
 * YAML and for the positions of problems.
 */
export async function readSource<T>(
  text: string,
  name: string,
  read: (source: ConfigSource) => Promise<T>,
): Promise<T> {
  const json = jsonIn(text);
  try {
    if (json !== undefined) return await read(new JsonSource(json));
  } catch (error) {
    if (!(error instanceof PositionNeeded)) throw error;
  }
  const { YamlSource } = await import("./yaml-source.ts");
  return read(new YamlSource(text, name));
}

/** A position is needed, which only the YAML parser knows. */
class PositionNeeded extends Error {}

class JsonSource implements ConfigSource {
  readonly value: unknown;

  constructor(json: Json) {
    this.value = withMaps(json);
  }

  fail(): never {
    throw new PositionNeeded();
  }

  place(): never {
    throw new PositionNeeded();
  }

  check(): void {}

  error(): never {
    throw new PositionNeeded();
  }
}

// Of a key that is repeated, JSON has the last, and YAML reports it.
function jsonIn(text: string): Json | undefined {
  try {
    const json = parseJson(text, { noteDuplicates: true });
    return duplicatesIn(json).length === 0 ? json : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function withMaps(value: Json): unknown {
  if (Array.isArray(value)) return value.map(withMaps);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return new Map(Object.entries(value).map(([key, inner]) => [key, withMaps(inner as Json)]));
}
