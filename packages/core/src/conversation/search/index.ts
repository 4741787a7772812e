// The feature `toolSearch`: see `ToolSearch` in `conversation/features.ts`.

import type { ToolSearch } from "../features.ts";
import { awaitsSearch, continueSearch, hideSearches } from "./continue-search.ts";
import { emulatedSearch, withSearchFunction } from "./hide-tools.ts";

/** Searches tools for models that cannot, for the option `emulateToolSearch`. */
export const toolSearch: ToolSearch = {
  feature: "toolSearch",
  begin: emulatedSearch,
  declare: withSearchFunction,
  isAwaited: awaitsSearch,
  resume: continueSearch,
  hide: hideSearches,
};
