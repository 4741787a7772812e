import type { Json } from "@toolglot/core";
import { expect, it } from "vitest";
import { costOfResponse, MILLION, type PricedDialect } from "./priced-response.ts";

/** A response, and what it costs by the vendor's prices. */
export interface Example {
  readonly what: string;
  readonly dialect: PricedDialect;
  readonly host: string;
  readonly model: string;
  readonly body: Json;
  /** Tokens times dollars per million of them. */
  readonly sum: string;
  readonly factor?: number;
  /** Computed by hand. */
  readonly dollars: number;
}

/** An example without its arithmetic. */
export type Priced = Omit<Example, "sum" | "dollars">;

/** Compares what the gateway says that each response costs. */
export function testExamples(examples: readonly Example[]): void {
  it.each(examples)("$model: $what costs $dollars", ({ dialect, host, model, body, sum, factor = 1, dollars }) => {
    expect((totalOf(sum) * factor) / MILLION).toBeCloseTo(dollars, 12);
    expect(costOfResponse(dialect, host, model, body)).toBeCloseTo(dollars, 12);
  });
}

function totalOf(sum: string): number {
  const products = sum.split(" + ").map((product) => product.replaceAll("_", "").split("·").map(Number));
  return products.reduce((total, [tokens = 0, price = 0]) => total + tokens * price, 0);
}
