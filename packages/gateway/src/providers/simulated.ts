import type { DialectId } from "@toolglot/core";
/** The base URL of the built-in simulated provider. */
export const SIMULATED = "sim:";

/** The built-in simulated provider. */
export const SIMULATED_PRESET: { readonly name: string; readonly dialect: DialectId; readonly baseUrl: string } = {
  name: "sim",
  dialect: "openai-chat",
  baseUrl: SIMULATED,
};
