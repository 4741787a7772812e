/** What the API says of a field that it does not know (A14, B1). */
export const EXTRA = "Extra inputs are not permitted";
