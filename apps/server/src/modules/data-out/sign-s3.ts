import { createHash, createHmac } from "node:crypto";

export interface S3Access {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}

interface S3Request {
  readonly method: string;
  readonly url: URL;
  /** Headers to sign, with lower-case names. `host` and `x-amz-date` are added. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hexadecimal. */
  readonly bodyHash: string;
  readonly now: Date;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Percent-encodes a part of a path as the signature demands it: everything but letters, digits and -._~. */
const encodePart = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the path of an S3 object, percent-encoded as the request must contain it. */
export const objectPath = (...parts: readonly string[]) =>
  `/${parts
    .flatMap((p) => p.split("/"))
    .map(encodePart)
    .join("/")}`;

/**
 * Returns the headers of a signed request (AWS Signature Version 4 for S3). The signature covers the body's hash, so
 * the storage refuses a body that was cut or changed on the way.
 */
export function signS3(access: S3Access, r: S3Request): Record<string, string> {
  const time = r.now.toISOString().replace(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...r.headers,
    host: r.url.host,
    "x-amz-content-sha256": r.bodyHash,
    "x-amz-date": time,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    r.method,
    r.url.pathname,
    r.url.search.slice(1),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    "",
    names.join(";"),
    r.bodyHash,
  ].join("\n");
  const scope = `${day}/${access.region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, hash(canonical)].join("\n");
  const key = [day, access.region, "s3", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${access.secret}`,
  );
  const signature = hmac(key, text).toString("hex");
  return {
    ...headers,
    authorization:
      `AWS4-HMAC-SHA256 Credential=${access.keyId}/${scope},` +
      `SignedHeaders=${names.join(";")},Signature=${signature}`,
  };
}
