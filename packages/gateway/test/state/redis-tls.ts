import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "../../../../test/support/cleanup.ts";

/** What servers need that are reached by TLS alone, also by each other. */
export interface RedisTls {
  /** For the command line. */
  readonly options: readonly string[];
  /** For a file. */
  readonly lines: readonly string[];
  /** The certificate that clients have to trust, and its file. */
  readonly authority: string;
  readonly file: string;
}

/** A certificate of its own for 127.0.0.1, by openssl. It is removed after the last test of the file. */
export function makeTls(): RedisTls {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-redis-tls-"));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  const [key, file] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const names = ["-subj", "/CN=redis", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...curve, ...names, "-keyout", key, "-out", file], { stdio: "ignore" });
  const settings = [
    ["tls-cert-file", file],
    ["tls-key-file", key],
    ["tls-ca-cert-file", file],
    ["tls-auth-clients", "no"],
    ["tls-replication", "yes"],
    ["tls-cluster", "yes"],
  ] as const;
  return {
    options: settings.flatMap(([name, value]) => [`--${name}`, value]),
    lines: settings.filter(([name]) => name !== "tls-cluster").map((each) => each.join(" ")),
    authority: readFileSync(file, "utf8"),
    file,
  };
}
