import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { refusals } from "@shotkeeper/contract/kernel";
import { isPrivate, lookupOf } from "../../kernel/private-address.ts";
import { SendFailure } from "./send-failure.ts";
import { readNoticeSettings } from "./settings.ts";

interface Post {
  readonly url: string;
  readonly body: string;
  readonly secret: string;
  /** Message id. Every attempt to send the message uses the same id, so that the receiver can detect duplicates. */
  readonly id: string;
  readonly now: number;
}

const timeoutMs = 10_000;

const refusedAddress = () =>
  new SendFailure(refusals.webhookRefused("private address, WEBHOOK_ALLOW_PRIVATE is off"), true);

const checkedLookup = lookupOf(refusedAddress);

/** Returns the value of the signature header: "sha256=" and the HMAC of "<timestamp>.<body>" in hexadecimal. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
}

/**
 * Posts a message once. Throws a SendFailure unless the receiver answers with a status 2xx. Redirects are not followed,
 * because their target's address was not checked.
 */
export async function postWebhook(p: Post): Promise<void> {
  const { allowPrivate } = readNoticeSettings();
  if (!URL.canParse(p.url)) throw new SendFailure(refusals.webhookRefused("not an address"), true);
  const url = new URL(p.url);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowPrivate && isIP(host) && isPrivate(host)) throw refusedAddress();
  const timestamp = String(Math.floor(p.now / 1000));
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  await new Promise<void>((done, failed) => {
    const fail = (reason: string, isFinal: boolean) =>
      failed(new SendFailure(refusals.webhookRefused(reason), isFinal));
    const req = send(
      url,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(p.body),
          "user-agent": "Shotkeeper",
          "x-shotkeeper-id": p.id,
          "x-shotkeeper-timestamp": timestamp,
          "x-shotkeeper-signature": signatureOf(p.secret, timestamp, p.body),
        },
        // Opens a new connection for each post. A pooled connection could have been opened under other settings of
        // `allowPrivate`.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowPrivate ? {} : { lookup: checkedLookup }),
      },
      (answer) => {
        // Does not read the body, because only the status of the response tells whether the post succeeded.
        answer.destroy();
        const status = answer.statusCode ?? 0;
        if (status >= 200 && status < 300) return done();
        const isTemporary = status === 408 || status === 425 || status === 429 || status >= 500;
        return fail(
          status >= 300 && status < 400 ? `HTTP ${status}, redirects are not followed` : `HTTP ${status}`,
          !isTemporary,
        );
      },
    );
    req.on("error", (cause) => {
      if (cause instanceof SendFailure) failed(cause);
      else if (cause.name === "TimeoutError" || cause.name === "AbortError")
        fail(`no answer within ${timeoutMs / 1000} s`, false);
      else fail((cause as NodeJS.ErrnoException).code ?? cause.message, false);
    });
    req.end(p.body);
  });
}
