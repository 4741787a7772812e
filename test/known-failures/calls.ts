import { OSLO, PARIS, TIME, WEATHER } from "./wire.ts";

export const BOTH = [PARIS, OSLO];
export const TOOLS = [WEATHER, TIME];
export const SUN = { id: PARIS.id, name: PARIS.name, content: "Sun" };
export const NOON = { id: OSLO.id, name: OSLO.name, content: "Noon" };
