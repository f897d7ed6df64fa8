/** Settings for sending notices by mail and by webhook, read from the environment. */
interface NoticeSettings {
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** Public URL of Shotkeeper. Links in mails begin with this URL. */
  readonly publicUrl: string | undefined;
  /** True if webhooks may call addresses in private networks. Otherwise such calls are refused (webhook.ts). */
  readonly allowPrivate: boolean;
}

/** Reads the settings from the environment. Throws if a value is invalid. */
export function readNoticeSettings(env: NodeJS.ProcessEnv = process.env): NoticeSettings {
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl, WEBHOOK_ALLOW_PRIVATE: allow } = env;
  if (url && !(/^smtps?:\/\//.test(url) && URL.canParse(url)))
    throw new Error("SMTP_URL must begin with smtp:// or smtps://");
  if (url && !from) throw new Error("SMTP_URL needs MAIL_FROM, the address that mails come from");
  if (from && (/[\r\n]/.test(from) || !/[^\s@<]@[^\s@>]/.test(from)))
    throw new Error(`MAIL_FROM must hold a mail address, not "${from}"`);
  if (publicUrl && !(/^https?:\/\//.test(publicUrl) && URL.canParse(publicUrl)))
    throw new Error("PUBLIC_URL must begin with http:// or https://");
  const isOn = ["on", "1", "true", "yes"].includes(allow?.toLowerCase() ?? "");
  if (allow && !isOn && !["off", "0", "false", "no"].includes(allow.toLowerCase()))
    throw new Error(`WEBHOOK_ALLOW_PRIVATE must be on or off, not "${allow}"`);
  return {
    mail: url && from ? { url, from } : undefined,
    publicUrl: publicUrl?.replace(/\/+$/, "") || undefined,
    allowPrivate: isOn,
  };
}

/** Returns the link to a page of Shotkeeper for use in a mail. Returns only the path if PUBLIC_URL is not set. */
export function fullLink(path: string): string {
  const { publicUrl } = readNoticeSettings();
  return publicUrl ? `${publicUrl}/#${path}` : path;
}
