/** Replaces every known secret, however it is written, in all that leaves the gateway for human eyes. */
export class Redactor {
  private forms: readonly string[] = [];

  /** Learns secrets; those that were known before stay known, for answers that are still on their way. */
  learn(secrets: Iterable<string>): void {
    const known = new Set(this.forms);
    for (const secret of secrets) if (secret.length >= SHORTEST) for (const form of formsOf(secret)) known.add(form);
    // The longest first, so that no part of a secret is left standing.
    this.forms = [...known].sort((one, other) => other.length - one.length);
  }

  redact(text: string): string {
    let clean = text;
    for (const form of this.forms) if (clean.includes(form)) clean = clean.replaceAll(form, MARK);
    return clean.replace(KEY_IN_ADDRESS, `$1${MARK}`);
  }
}

const MARK = "[redacted]";

/** What is shorter would be found in words that are no secret. */
const SHORTEST = 6;

const KEY_IN_ADDRESS = /([?&](?:key|api_key|access_token)=)[^&\s"']+/gi;

function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(String.fromCharCode(...bytes));
  const quoted = JSON.stringify(secret).slice(1, -1);
  // An error may be JSON with another one in it.
  const twice = JSON.stringify(quoted).slice(1, -1);
  return [secret, encodeURIComponent(secret), base64, base64.replace(/=+$/, ""), quoted, twice];
}
