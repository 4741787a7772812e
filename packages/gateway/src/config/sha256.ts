/**
 * The SHA-256 of a text in hexadecimal; keys are compared and stored in this form only.
 *
 * @example
 * await sha256("toolglot"); // "12a87aa05b764c661e90554cf11d3aab524d2fe8a7c06d2e2d030899f714c26f"
 */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
