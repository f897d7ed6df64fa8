import { constants, type X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { readTlsFiles, type TlsFiles } from "../../kernel/tls-files.ts";
import type { CertifiedName } from "../ingest/sources.ts";
import type { MqttLog } from "./mqtt-listen.ts";

const handshakeMs = 10_000;
/** Interval at which the certificate files are checked for changes, ms. */
const checkMs = 10_000;

/**
 * Machine name in a client certificate, as a URI in the subject alternative name. The common name is too short for it:
 * at most 64 characters.
 */
const namePattern =
  /^URI:urn:shotkeeper:([A-Za-z0-9_-]{1,30}):(?:(counter):([A-Za-z0-9_-]{1,50})|(gateway):(\d{1,15}))$/;

/** Returns the machine that a certificate names. Returns undefined unless the certificate names exactly one machine. */
export function certifiedName(
  certificate: Pick<X509Certificate, "subjectAltName">,
): CertifiedName | undefined {
  const names = certificate.subjectAltName ?? "";
  // Refuses quoted names. `subjectAltName` quotes a name that contains a comma. A part of such a name could look like
  // another name.
  if (names.includes('"')) return undefined;
  const found = names.split(", ").flatMap((entry) => {
    const [, tenantCode = "", counter, chip, , gatewayId] = namePattern.exec(entry) ?? [];
    if (tenantCode === "") return [];
    const kind = counter ? ("counter" as const) : ("gateway" as const);
    return [{ tenantCode, kind, name: chip ?? gatewayId ?? "" }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Returns a text that changes when one of the certificate files changes. */
function versionOf({ cert, key, clientCa }: TlsFiles): string {
  return [cert, key, clientCa ?? cert]
    .map((file) => {
      const { mtimeMs, size, ino } = statSync(file);
      return `${mtimeMs} ${size} ${ino}`;
    })
    .join();
}

/** TLS server of the broker. It reads its certificate files again when they change, and on SIGHUP. */
export class MqttTlsServer {
  readonly server: Server;
  private loaded = "";
  private readonly timer: NodeJS.Timeout;
  private readonly onHangUp = () => this.reload();

  /** @param onSocket called after the handshake, with the machine that the client's certificate names */
  constructor(
    private readonly files: TlsFiles,
    private readonly now: () => number,
    private readonly log: MqttLog,
    onSocket: (socket: TLSSocket, certified: CertifiedName | undefined) => void,
  ) {
    this.server = createServer(
      {
        ...this.options(),
        requestCert: files.clientCa !== undefined,
        // Does not require a certificate, because other clients log in with a password. `accept` refuses certificates
        // of other authorities.
        rejectUnauthorized: false,
        minVersion: "TLSv1.2",
        handshakeTimeout: handshakeMs,
        // Turns off session tickets, because a resumed session would skip the check of the certificate.
        secureOptions: constants.SSL_OP_NO_TICKET,
        noDelay: true,
        keepAlive: true,
      },
      (socket) => this.accept(socket, onSocket),
    );
    this.server.on("tlsClientError", (err) => log.debug({ err }, "mqtt tls"));
    this.timer = setInterval(() => this.check(), checkMs).unref();
    process.on("SIGHUP", this.onHangUp);
  }

  private options() {
    this.loaded = versionOf(this.files);
    return readTlsFiles(this.files, this.now());
  }

  private accept(
    socket: TLSSocket,
    onSocket: (socket: TLSSocket, certified: CertifiedName | undefined) => void,
  ): void {
    const certificate = this.files.clientCa === undefined ? undefined : socket.getPeerX509Certificate();
    if (!certificate) {
      onSocket(socket, undefined);
      return;
    }
    const certified = socket.authorized ? certifiedName(certificate) : undefined;
    if (certified) {
      onSocket(socket, certified);
      return;
    }
    const cause = socket.authorized ? "it names no machine" : socket.authorizationError;
    this.log.debug({ subject: certificate.subject, cause }, "mqtt client certificate refused");
    socket.on("error", () => {});
    socket.destroy();
  }

  private check(): void {
    try {
      if (versionOf(this.files) !== this.loaded) this.reload();
    } catch {
      // Ignores the error, because a file is missing for a moment while it is replaced. The next check finds the file.
    }
  }

  /** Loads the files. If one of them is not valid, the server continues with the earlier certificate. */
  reload(): void {
    try {
      this.server.setSecureContext({ ...this.options(), secureOptions: constants.SSL_OP_NO_TICKET });
      this.log.info({ cert: this.files.cert }, "mqtt certificates loaded");
    } catch (err) {
      this.log.error({ err }, "mqtt certificates not loaded; the earlier ones stay in use");
    }
  }

  stop(): void {
    clearInterval(this.timer);
    process.off("SIGHUP", this.onHangUp);
  }
}
