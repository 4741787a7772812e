/** 32 hexadecimal digits that depend on the text only (FNV-1a with four bases); not for secrets. */
export function hash(text: string): string {
  return [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b].map((basis) => hash32(text, basis)).join("");
}

function hash32(text: string, basis: number): string {
  let value = basis;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  // Otherwise the last characters hardly affect the first digits.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return ((value ^ (value >>> 13)) >>> 0).toString(16).padStart(8, "0");
}
