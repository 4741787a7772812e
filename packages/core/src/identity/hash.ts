/** A 128-bit hash of a text in base 36: the same on every machine, and long enough to avoid accidental collisions. */
export function hashText(text: string): string {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0xdeadbeef;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ code, 597399067);
    b = c ^ Math.imul(b ^ code, 2869860233);
    c = d ^ Math.imul(c ^ code, 951274213);
    d = a ^ Math.imul(d ^ code, 2716044179);
  }
  return [a ^ (b >>> 11), b ^ (c >>> 13), c ^ (d >>> 15), d ^ (a >>> 17)].map(word).join("");
}

function word(value: number): string {
  const mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0).toString(36).padStart(7, "0");
}
