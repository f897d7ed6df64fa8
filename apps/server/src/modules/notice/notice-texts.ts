import { limits } from "@shotkeeper/contract/enumerations";
import { nameOf } from "@shotkeeper/contract/kernel";
import { type NoticeFact, type PlaceholderValues, renderNotice } from "@shotkeeper/contract/notice";
import { warningLevel } from "@shotkeeper/contract/warning";
import { type LocaleCode, localeCodes, serverTexts } from "@shotkeeper/locales/server";
import type { NoticeEvent } from "./notice-event.ts";
import { fullLink } from "./settings.ts";

/** Language of the columns `title` and `body` of the outbox. Its column `texts` holds the texts in all languages. */
const mainLocale = limits.defaultLocale;

interface Text {
  readonly title: string;
  readonly body: string;
}
export interface AllTexts extends Text {
  readonly texts: Readonly<Record<string, Text>>;
}

export interface TemplateTexts {
  readonly subject_cn: string | null;
  readonly body_cn: string | null;
  readonly subject_tw: string | null;
  readonly body_tw: string | null;
  readonly subject_en: string | null;
  readonly body_en: string | null;
}

const suffix = { zh_CN: "cn", zh_TW: "tw", en: "en" } as const;
/** Order in which the default text of a notice lists the facts, one per line. */
const factOrder: readonly NoticeFact[] = [
  "mold",
  "moldName",
  "plant",
  "toPlant",
  "counter",
  "task",
  "issue",
  "order",
  "document",
  "count",
  "sale",
  "customer",
  "amount",
  "express",
  "reason",
];
const maxLength = { title: 200, body: 4000 } as const;

const cut = (text: string, max: number) => {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
};

/** Returns a time as text in the tenant's time zone. Example: "2026-05-20 12:00". */
function timeText(zone: string, at: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(
    Date.parse(at),
  );
}

function valuesOf(e: NoticeEvent, locale: LocaleCode, zone: string, linkPath: string): PlaceholderValues {
  const { enums } = serverTexts[locale];
  const facts = Object.fromEntries(Object.entries(e.facts).filter(([, v]) => v));
  return {
    ...facts,
    type: enums.noticeType[e.type],
    level: enums.warningLevel[nameOf(warningLevel, e.level) ?? "notice"],
    subject: e.subject,
    time: timeText(zone, e.at),
    link: fullLink(linkPath),
  };
}

function standardText(e: NoticeEvent, locale: LocaleCode, values: PlaceholderValues): Text {
  const { noticeMessages: t } = serverTexts[locale];
  const title = e.isEscalated
    ? t.warningEscalated(values.type ?? "", e.subject, values.level ?? "")
    : e.title
      ? t[e.title](e.subject)
      : t.warningOpened(values.type ?? "", e.subject);
  const lines = [...factOrder, "level" as const, "time" as const].flatMap((name) =>
    values[name] ? [t.line(t.facts[name], values[name])] : [],
  );
  return { title, body: lines.join("\n") };
}

/**
 * Returns the text of a notice in every language: the template of the rule, or the default text if the rule has no
 * template.
 */
export function textsOf(
  e: NoticeEvent,
  template: TemplateTexts | undefined,
  zone: string,
  linkPath: string,
): AllTexts {
  const all = Object.fromEntries(
    localeCodes.map((locale) => {
      const values = valuesOf(e, locale, zone, linkPath);
      const standard = standardText(e, locale, values);
      const of = (part: "subject" | "body", otherwise: string) => {
        const text = template?.[`${part}_${suffix[locale]}`] || template?.[`${part}_cn`];
        return text ? renderNotice(text, values) : otherwise;
      };
      const title = cut(of("subject", standard.title), maxLength.title);
      return [locale, { title, body: cut(of("body", standard.body), maxLength.body) }];
    }),
  ) as Readonly<Record<LocaleCode, Text>>;
  const { [mainLocale]: first, ...texts } = all;
  return { ...first, texts };
}

/** Returns a message's text in one language. */
export function inLanguage(m: AllTexts, language: string): Text {
  return m.texts[language] ?? { title: m.title, body: m.body };
}

/** Combines several messages into one digest, in every language. */
export function digestOf(all: readonly AllTexts[]): AllTexts {
  const of = (locale: LocaleCode): Text => {
    const { noticeMessages: t } = serverTexts[locale];
    const title = t.digest(all.length);
    const body = all.map((m) => t.item(inLanguage(m, locale).title)).join("\n");
    return { title, body: cut(body, maxLength.body) };
  };
  const texts = Object.fromEntries(localeCodes.filter((c) => c !== mainLocale).map((c) => [c, of(c)]));
  return { ...of(mainLocale), texts };
}
