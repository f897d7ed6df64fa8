import { limits } from "@shotkeeper/contract/enumerations";
import { nameOf } from "@shotkeeper/contract/kernel";
import { type NoticeFact, type PlaceholderValues, renderNotice } from "@shotkeeper/contract/system";
import { warningLevel } from "@shotkeeper/contract/warning";
import { type LocaleCode, localeCodes, serverTexts } from "@shotkeeper/locales/server";
import type { NoticeEvent } from "./event.ts";
import { fullLink } from "./settings.ts";

/** The language of what is stored; `texts` holds the others. */
const own = limits.defaultLocale;

interface Words {
  readonly title: string;
  readonly body: string;
}
export interface AllWords extends Words {
  readonly texts: Readonly<Record<string, Words>>;
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
/** In the order in which a standard text tells them. */
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
const longest = { title: 200, body: 4000 } as const;

const cut = (text: string, most: number) => {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}…`;
};

/** "2026-05-20 12:00" on the plant's clock. */
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

function standardWords(e: NoticeEvent, locale: LocaleCode, values: PlaceholderValues): Words {
  const { notices } = serverTexts[locale];
  const title = e.isEscalated
    ? notices.warningEscalated(values.type ?? "", e.subject, values.level ?? "")
    : e.title
      ? notices[e.title](e.subject)
      : notices.warningOpened(values.type ?? "", e.subject);
  const lines = [...factOrder, "level" as const, "time" as const].flatMap((name) =>
    values[name] ? [notices.line(notices.facts[name], values[name])] : [],
  );
  return { title, body: lines.join("\n") };
}

/** A notice in every language, by the rule's template or the product's own words. */
export function wordsOf(
  e: NoticeEvent,
  template: TemplateTexts | undefined,
  zone: string,
  linkPath: string,
): AllWords {
  const all = Object.fromEntries(
    localeCodes.map((locale) => {
      const values = valuesOf(e, locale, zone, linkPath);
      const standard = standardWords(e, locale, values);
      const of = (part: "subject" | "body", otherwise: string) => {
        const text = template?.[`${part}_${suffix[locale]}`] || template?.[`${part}_cn`];
        return text ? renderNotice(text, values) : otherwise;
      };
      const title = cut(of("subject", standard.title), longest.title);
      return [locale, { title, body: cut(of("body", standard.body), longest.body) }];
    }),
  ) as Readonly<Record<LocaleCode, Words>>;
  const { [own]: first, ...texts } = all;
  return { ...first, texts };
}

/** The words of a message in one language. */
export function inLanguage(m: AllWords, language: string): Words {
  return m.texts[language] ?? { title: m.title, body: m.body };
}

/** Several messages as one. */
export function digestOf(all: readonly AllWords[]): AllWords {
  const of = (locale: LocaleCode): Words => {
    const { notices } = serverTexts[locale];
    const title = notices.digest(all.length);
    const body = all.map((m) => notices.item(inLanguage(m, locale).title)).join("\n");
    return { title, body: cut(body, longest.body) };
  };
  const texts = Object.fromEntries(localeCodes.filter((c) => c !== own).map((c) => [c, of(c)]));
  return { ...of(own), texts };
}
