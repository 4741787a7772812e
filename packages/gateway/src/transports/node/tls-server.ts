import type { Server, ServerOptions } from "node:http";
import { createServer } from "node:https";
import type { TlsSettings } from "../../config/config.ts";
import { followCertificate, readCertificate } from "./certificate.ts";

/** A server with the certificate of a config, which is read again when it is renewed. */
export function createTlsServer(
  tls: TlsSettings,
  options: ServerOptions & { readonly headersTimeout: number },
  onRenewed: (trouble: string | undefined) => void,
): { readonly server: Server; stop(): void } {
  const server = createServer({ ...options, ...readCertificate(tls), handshakeTimeout: options.headersTimeout });
  const watch = followCertificate(server, tls, onRenewed);
  return { server, stop: () => watch.close() };
}
