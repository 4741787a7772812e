import { isDigit } from "../json/chars.ts";

/** The state inside a number, by what was read last. */
export type NumberStep = "minus" | "zero" | "whole" | "point" | "fraction" | "e" | "sign" | "exponent";

/** The state after the first character of a number; `undefined` if the character cannot start one. */
export function startOfNumber(code: number): NumberStep | undefined {
  return code === MINUS ? "minus" : nextInNumber("minus", code);
}

/** The state after another character; `undefined` if the number does not continue with it. */
export function nextInNumber(step: NumberStep, code: number): NumberStep | undefined {
  if (isDigit(code)) return step === "minus" && code === ZERO ? "zero" : NEXT[step].digit;
  if (code === POINT) return NEXT[step].point;
  if (code === LOWER_E || code === UPPER_E) return NEXT[step].e;
  return code === PLUS || code === MINUS ? NEXT[step].sign : undefined;
}

/** Whether the characters so far are a complete number. */
export function canEndNumber(step: NumberStep): boolean {
  return step === "zero" || step === "whole" || step === "fraction" || step === "exponent";
}

type Character = "digit" | "point" | "e" | "sign";

const NEXT: Readonly<Record<NumberStep, { readonly [kind in Character]?: NumberStep }>> = {
  minus: { digit: "whole" },
  zero: { point: "point", e: "e" },
  whole: { digit: "whole", point: "point", e: "e" },
  point: { digit: "fraction" },
  fraction: { digit: "fraction", e: "e" },
  e: { digit: "exponent", sign: "sign" },
  sign: { digit: "exponent" },
  exponent: { digit: "exponent" },
};

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const UPPER_E = 69;
const LOWER_E = 101;
