import { allowed } from "./allowed.mjs";
import { long } from "./long.mjs";
import { loop } from "./loop.mjs";
import { reasoning } from "./reasoning.mjs";
import { sibling } from "./sibling.mjs";
import { switching } from "./switch.mjs";
import { toolSearch } from "./tool-search.mjs";

/** What agents live through. `suits` says with which providers it makes sense; with all by default. */
export const scenarios = [loop, long, reasoning, sibling, switching, toolSearch, allowed];
