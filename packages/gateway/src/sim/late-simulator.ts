import { Late } from "../late.ts";
import type * as Simulation from "./simulator.ts";

/** The simulated provider. */
export const simulation: Late<typeof Simulation> = new Late(() => import("./simulator.ts"));
