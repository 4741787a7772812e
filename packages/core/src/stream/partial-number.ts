import { isDigit } from "../json/chars.ts";

/** How far into a number a text has come, by what was read last. */
export type NumberStep = "minus" | "zero" | "whole" | "point" | "fraction" | "e" | "sign" | "exponent";

/** The step that a number begins with, if the character begins one. */
export function startOfNumber(code: number): NumberStep | undefined {
  return code === MINUS ? "minus" : nextInNumber("minus", code);
}

/** The step after this character, if the number goes on with it. */
export function nextInNumber(step: NumberStep, code: number): NumberStep | undefined {
  if (isDigit(code)) return step === "minus" && code === ZERO ? "zero" : NEXT[step].digit;
  if (code === POINT) return NEXT[step].point;
  if (code === LOWER_E || code === UPPER_E) return NEXT[step].e;
  return code === PLUS || code === MINUS ? NEXT[step].sign : undefined;
}

/** Whether what was read so far is a number. */
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
