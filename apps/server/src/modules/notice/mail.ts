import { refusals } from "@shotkeeper/contract/kernel";
import { createTransport } from "nodemailer";
import { SendFailure } from "./send-failure.ts";
import { readNoticeSettings } from "./settings.ts";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Message id of the mail. Every attempt uses the same id, so that mail servers can detect duplicates. */
  readonly id: string;
}

const connectMs = 8_000;
const socketTimeoutMs = 15_000;

let cached: { readonly url: string; readonly transport: ReturnType<typeof make> } | undefined;

function make(url: string) {
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: socketTimeoutMs,
    // Forbids access to files and URLs, which plain-text mails do not need. So nobody can read a file of the server by
    // injecting a reference into a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * Sends a mail through the mail server in SMTP_URL. Throws a SendFailure if the mail server does not accept the mail.
 * The failure is final if the mail server refuses permanently (5xx), or if no mail server is configured.
 */
export async function sendMail(m: Mail): Promise<void> {
  const { mail } = readNoticeSettings();
  if (!mail) throw new SendFailure(refusals.notConfigured("SMTP_URL"), true);
  if (cached?.url !== mail.url) cached = { url: mail.url, transport: make(mail.url) };
  const host = /@([^\s>]+)/.exec(mail.from)?.[1] ?? "localhost";
  try {
    await cached.transport.sendMail({
      from: mail.from,
      to: { name: "", address: m.to },
      subject: oneLine(m.subject),
      text: m.text,
      messageId: `<${m.id}@${host}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } catch (cause) {
    const code = (cause as { responseCode?: unknown }).responseCode;
    const reason = oneLine(cause instanceof Error ? cause.message : String(cause));
    throw new SendFailure(refusals.mailNotSent(reason), typeof code === "number" && code >= 500);
  }
}
