import type * as Core from "@toolglot/core";
import { Late } from "./late.ts";

/** What translates: most of the core. What is needed before that is in `@toolglot/core/base`. */
export const core: Late<typeof Core> = new Late(() => import("@toolglot/core"));
