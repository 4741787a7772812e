import type { DialectId, JsonObject, Translation } from "@toolglot/core";

export declare const DIALECTS: readonly DialectId[];
export declare function agentSession(dialect: DialectId, turns?: number): JsonObject[];
export declare function sentSession(
  options: {
    readonly client: DialectId;
    readonly provider: DialectId;
    readonly model?: string;
    readonly caching?: { readonly key?: string };
  },
  turns?: number,
): Translation[];
export declare function promptOf(body: JsonObject): string[];
export declare function marksIn(body: JsonObject): (string | number)[];
export declare function sharedPart(before: readonly string[], after: readonly string[]): number;
