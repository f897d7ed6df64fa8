import { createTransport } from "nodemailer";
import { SendFailure } from "./send-failure.ts";
import { readNoticeSettings } from "./settings.ts";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt: a mail server that already has it may know it again. */
  readonly id: string;
}

const connectMs = 8_000;
const silenceMs = 15_000;

let known: { readonly url: string; readonly transport: ReturnType<typeof make> } | undefined;

function make(url: string) {
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // A message is text, and never a reason to read a file or fetch something.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Hands one mail to the server of SMTP_URL; what it refuses for good (5xx) is not tried again. */
export async function sendMail(m: Mail): Promise<void> {
  const { mail } = readNoticeSettings();
  if (!mail) throw new SendFailure("S0214", "SMTP_URL", true);
  if (known?.url !== mail.url) known = { url: mail.url, transport: make(mail.url) };
  const host = /@([^\s>]+)/.exec(mail.from)?.[1] ?? "localhost";
  try {
    await known.transport.sendMail({
      from: mail.from,
      to: { name: "", address: m.to },
      subject: oneLine(m.subject),
      text: m.text,
      messageId: `<${m.id}@${host}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } catch (cause) {
    const code = (cause as { responseCode?: unknown }).responseCode;
    const said = oneLine(cause instanceof Error ? cause.message : String(cause));
    throw new SendFailure("S0040", said, typeof code === "number" && code >= 500);
  }
}
