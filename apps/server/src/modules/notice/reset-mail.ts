import { setTimeout as sleep } from "node:timers/promises";
import { isLocaleCode, serverTexts } from "@shotkeeper/locales/server";
import type { ResetMail, ResetMailer } from "../../kernel/auth/password-reset.ts";
import { sendMail } from "./mail.ts";
import { SendFailure } from "./send-failure.ts";
import { fullLink, readNoticeSettings } from "./settings.ts";

/** Delays before further attempts, ms. Some mail servers refuse the first attempt of a sender (greylisting). */
const retryAfterMs = [5_000, 60_000];

async function send(mail: ResetMail): Promise<void> {
  const { language, to, id } = mail;
  const texts = serverTexts[isLocaleCode(language) ? language : "zh_CN"].noticeMessages;
  const message = {
    to,
    subject: texts.resetSubject(mail.tenantName),
    text: texts.resetBody(mail.userName, mail.tenantName, fullLink(mail.path), mail.lifeMinutes),
    id,
  };
  for (const delayMs of [...retryAfterMs, undefined]) {
    try {
      return await sendMail(message);
    } catch (cause) {
      if (delayMs === undefined || !(cause instanceof SendFailure) || cause.isFinal) throw cause;
      await sleep(delayMs, undefined, { ref: false });
    }
  }
}

/** Sends the mails with which users reset a forgotten password. Needs SMTP_URL and PUBLIC_URL. */
export const resetMailer: ResetMailer = {
  // Requires PUBLIC_URL, with which the link must begin. The Host header of a request may come from an attacker.
  isAvailable() {
    const { mail, publicUrl } = readNoticeSettings();
    return mail !== undefined && publicUrl !== undefined;
  },
  send,
};
