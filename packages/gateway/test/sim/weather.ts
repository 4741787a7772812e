/** The schema of a tool, the arguments that the simulator calls it with, and its result. */
export const SCHEMA = {
  type: "object" as const,
  properties: { city: { type: "string" }, days: { type: "integer", minimum: 2 } },
  required: ["city", "days"],
};
export const ARGUMENTS = { city: "city", days: 2 };
export const SUNNY = "sunny, 21 degrees";
