import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";

/** PEM files of a TLS server. */
export interface TlsFiles {
  /** Certificate of the server, followed by the intermediate certificates. */
  readonly cert: string;
  readonly key: string;
  /** Certificates of the authorities whose client certificates are accepted. Undefined: none are requested. */
  readonly clientCa: string | undefined;
}

/** Contents of the certificate and key files, as options of a TLS server. */
export interface TlsContents {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
}

const names = { cert: "MQTT_TLS_CERT", key: "MQTT_TLS_KEY", clientCa: "MQTT_TLS_CLIENT_CA" } as const;

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`${name} must name a file: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function certificates(name: string, pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!blocks) throw new Error(`${name} must name a PEM file with a certificate`);
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw new Error(`${name} has a certificate that is damaged`);
  }
}

/** Reads and checks the files of a TLS server. Throws an error that names the setting and its fault. */
export function readTlsFiles(files: TlsFiles, now: number): TlsContents {
  const cert = contentOf(names.cert, files.cert);
  const key = contentOf(names.key, files.key);
  const [own] = certificates(names.cert, cert);
  let privateKey: ReturnType<typeof createPrivateKey>;
  try {
    privateKey = createPrivateKey(key);
  } catch {
    throw new Error(`${names.key} must name a PEM file with a private key without a password`);
  }
  if (!own?.checkPrivateKey(privateKey)) throw new Error(`${names.key} is not the key of ${names.cert}`);
  if (Date.parse(own.validTo) <= now) throw new Error(`${names.cert} has expired: ${own.validTo}`);
  if (files.clientCa === undefined) return { cert, key };
  const ca = contentOf(names.clientCa, files.clientCa);
  if (certificates(names.clientCa, ca).some((c) => !c.ca))
    throw new Error(`${names.clientCa} must have certificates of authorities only`);
  createSecureContext({ cert, key, ca });
  return { cert, key, ca };
}
