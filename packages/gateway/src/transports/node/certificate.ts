import { readFileSync } from "node:fs";
import type { Server } from "node:https";
import { createSecureContext } from "node:tls";
import type { TlsSettings } from "../../config/config.ts";
import { type Watch, watchConfig } from "../../config/watch.ts";

/** A certificate, with those that vouch for it, and its key. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Why a certificate cannot be used. */
class CertificateError extends Error {
  override readonly name: string = "CertificateError";
  readonly code: string = "ERR_CERTIFICATE";
}

/** Reads a certificate and its key, which must belong together. */
export function readCertificate({ cert, key }: TlsSettings): Certificate {
  const certificate = { cert: textOf(cert), key: textOf(key) };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new CertificateError(`server.tls: ${cert} and ${key} are no certificate and its key: ${reasonOf(error)}`);
  }
  return certificate;
}

/** Uses a certificate from when it is renewed, for new connections; those that are open stay open. */
export function followCertificate(
  server: Pick<Server, "setSecureContext">,
  tls: TlsSettings,
  onChange: (trouble: string | undefined) => void,
): Watch {
  const renew = () => {
    try {
      server.setSecureContext(readCertificate(tls));
      onChange(undefined);
    } catch (error) {
      // Of the two files, one is written first.
      onChange(`the certificate was not renewed, and the old one stays in use: ${reasonOf(error)}`);
    }
  };
  const watches = [tls.cert, tls.key].map((file) => watchConfig(file, renew));
  return {
    close: () => {
      for (const watch of watches) watch.close();
    },
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CertificateError(`server.tls: cannot read ${file}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
