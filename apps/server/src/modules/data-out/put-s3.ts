import { createReadStream } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { type Refusal, refusals } from "@shotkeeper/contract/kernel";
import { isPrivate, lookupOf } from "../../kernel/private-address.ts";
import { ExportFailure } from "./failure.ts";
import { readExportSettings } from "./settings.ts";
import { objectPath, type S3Access, signS3 } from "./sign-s3.ts";

interface Upload {
  readonly endpoint: string;
  readonly bucket: string;
  readonly name: string;
  /** Local file with the content to upload. */
  readonly file: string;
  readonly bytes: number;
  /** SHA-256 of the content in hexadecimal. */
  readonly sha256: string;
  readonly mediaType: string;
}

/** Time without any progress after which an upload is given up, ms. */
const idleMs = 60_000;

const refusedAddress = () => new ExportFailure(refusals.exportPrivateAddress());
const checkedLookup = lookupOf(refusedAddress);

/**
 * Puts a file into a bucket by one signed request. The storage shows an object only when it is whole. Throws an
 * ExportFailure unless the storage answers with status 2xx.
 */
export async function putS3(access: S3Access, u: Upload): Promise<void> {
  const { allowPrivate } = readExportSettings();
  const url = new URL(objectPath(u.bucket, u.name), u.endpoint);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowPrivate && isIP(host) && isPrivate(host)) throw refusedAddress();
  const headers = signS3(access, {
    method: "PUT",
    url,
    headers: { "content-type": u.mediaType },
    bodyHash: u.sha256,
    now: new Date(),
  });
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  await new Promise<void>((done, failed) => {
    const fail = (reason: Refusal) => failed(new ExportFailure(reason));
    // Shows the error code of the operating system, such as ECONNREFUSED, because it needs no translation.
    const failBy = (cause: NodeJS.ErrnoException) => fail(refusals.exportFailed(cause.code ?? cause.name));
    const req = send(
      url,
      {
        method: "PUT",
        headers: { ...headers, "content-length": u.bytes },
        agent: false,
        timeout: idleMs,
        ...(allowPrivate ? {} : { lookup: checkedLookup }),
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => {
          if (text.length < 2000) text += part;
        });
        answer.on("error", failBy);
        answer.on("end", () => {
          const status = answer.statusCode ?? 0;
          if (status >= 200 && status < 300) return done();
          const code = /<Code>([^<]+)<\/Code>/.exec(text)?.[1];
          fail(refusals.exportFailed(code === undefined ? `HTTP ${status}` : `HTTP ${status}, ${code}`));
        });
      },
    );
    req.on("timeout", () => req.destroy(new ExportFailure(refusals.exportTooSlow(idleMs / 1000))));
    req.on("error", (cause) => (cause instanceof ExportFailure ? failed(cause) : failBy(cause)));
    const content = createReadStream(u.file);
    content.on("error", (cause) => req.destroy(cause));
    content.pipe(req);
  });
}
