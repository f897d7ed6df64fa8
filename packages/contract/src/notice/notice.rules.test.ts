import { describe, expect, it } from "vitest";
import { onWire, refusals } from "../kernel/index.ts";
import { noticeWords, refuseResend, refuseRule, refuseTemplate } from "./notice.rules.ts";
import { noticeAudience, noticeKinds, noticeStyle, pushCycle, sendState } from "./notice.types.ts";

const rule = (more: Parameters<typeof refuseRule>[0] = {}) => refuseRule({ noticeStyle: ["bell"], ...more });
const wrong = (wire: string) => refusals.invalidField(onWire(wire));
const missing = (wire: string) => refusals.missingField(onWire(wire));

describe("a rule of notices", () => {
  it("has one or more channels, each once", () => {
    expect(rule()).toBeUndefined();
    expect(rule({ noticeStyle: ["bell", "mail"], toMails: ["a@b.cn"] })).toBeUndefined();
    for (const noticeStyle of [null, undefined, []])
      expect(rule({ noticeStyle } as never)).toEqual(missing("NOTICE_STYLE"));
    for (const noticeStyle of [["bell", "bell"], ["pigeon"], ["toString"], "bell", [""], [1]])
      expect(rule({ noticeStyle } as never)).toEqual(wrong("NOTICE_STYLE"));
  });

  it.each([
    ["TO_ROLES", "toRoles"],
    ["TO_USERS", "toUsers"],
    ["TO_ORGS", "toOrgs"],
    ["TO_MAILS", "toMails"],
  ])("accepts for %s a list of at most 200 short texts", (arg, name) => {
    const text = "a@b.cn";
    for (const list of [null, undefined, [], [text], Array(200).fill(text)])
      expect(rule({ [name]: list })).toBeUndefined();
    expect(rule({ [name]: Array(200).fill("some.one@mail.example.com") })).toBeUndefined();
    const longest = `${"a".repeat(195)}@b.cn`.slice(-200);
    expect(rule({ [name]: [longest] })).toBeUndefined();
    for (const list of [text, [""], [text, ""], [1], [`a${longest}`], Array(201).fill(text), {}])
      expect(rule({ [name]: list } as never)).toEqual(wrong(arg));
  });

  it.each([
    "a",
    "a@b",
    "a b@c.cn",
    "a@b c.cn",
    "<a@b.cn>",
    "a@b.cn,c@d.cn",
    "a@b@c.cn",
    "a;b@c.cn",
    '"a"@b.cn',
    "a@b.cn ",
  ])("refuses the mail address %j", (mail) => {
    expect(rule({ toMails: ["fine@mail.cn", mail] })).toEqual(wrong("TO_MAILS"));
  });

  it("with chosen receivers names them", () => {
    const audience = noticeAudience.values.chosen;
    expect(rule({ audience })).toEqual(missing("TO_USERS"));
    for (const people of [{ toRoles: ["r"] }, { toUsers: ["u"] }, { toOrgs: ["o"] }])
      expect(rule({ audience, ...people })).toBeUndefined();
    // The bell reaches only users, not mail addresses. So a rule that uses only the bell and names only mail addresses
    // has no receivers.
    expect(rule({ audience, toMails: ["a@b.cn"] })).toEqual(missing("TO_USERS"));
    const byMail = { audience, noticeStyle: ["mail"] as never };
    expect(rule(byMail)).toEqual(missing("TO_MAILS"));
    expect(rule({ ...byMail, toMails: ["a@b.cn"] })).toBeUndefined();
    expect(rule({ ...byMail, toUsers: ["u"] })).toBeUndefined();
    for (const other of Object.values(noticeAudience.values).filter((a) => a !== audience))
      expect(rule({ audience: other })).toBeUndefined();
    const byWebhook = { audience, noticeStyle: ["webhook"] as never, webhookUrl: "https://a.cn" };
    expect(rule(byWebhook)).toBeUndefined();
  });

  it("with a webhook has a URL without credentials", () => {
    const to = (webhookUrl: string | null) => rule({ noticeStyle: ["webhook"] as never, webhookUrl });
    for (const url of [
      "https://a.cn",
      "HTTP://a.cn:80/b?c=d#e",
      "https://a.cn?x",
      "https://a.cn#x",
      "https://a.cn/a@b",
    ])
      expect(to(url)).toBeUndefined();
    for (const url of [null, ""]) expect(to(url)).toEqual(missing("WEBHOOK_URL"));
    for (const url of [
      "ftp://a.cn",
      "https://u:p@a.cn",
      "https://",
      "xhttps://a.cn",
      "https://a.cn/ b",
      "https://a\\b",
      "a.cn",
    ])
      expect(to(url)).toEqual(wrong("WEBHOOK_URL"));
    expect(rule({ webhookUrl: "nothing" })).toBeUndefined();
  });

  it("with a daily digest has a time", () => {
    for (const cycle of Object.values(pushCycle.values)) {
      const isDaily = cycle === pushCycle.values.daily;
      expect(rule({ pushCycle: cycle })).toEqual(isDaily ? missing("PUSH_TIME") : undefined);
      expect(rule({ pushCycle: cycle, pushTime: "08:00" })).toBeUndefined();
    }
  });

  it("waits only for conditions that last", () => {
    for (const [noticeType, kind] of Object.entries(noticeKinds)) {
      expect(rule({ noticeType, upTime: 5 } as never)).toEqual(kind.lasts ? undefined : wrong("upTime"));
      expect(rule({ noticeType, upTime: 0 } as never)).toBeUndefined();
    }
    expect(rule({ upTime: 5 })).toBeUndefined();
    expect(Object.values(noticeKinds).some((k) => k.lasts)).toBe(true);
    expect(Object.values(noticeKinds).every((k) => k.lasts)).toBe(false);
  });
});

describe("a template of notices", () => {
  it.each(["subjectCn", "bodyCn", "subjectTw", "bodyTw", "subjectEn", "bodyEn"])(
    "has in %s only placeholders of its group",
    (name) => {
      expect(refuseTemplate({ noticeGroup: "warning", [name]: "at {mold}" })).toBeUndefined();
      expect(refuseTemplate({ noticeGroup: "warning", [name]: "{mold} of {pigeon}, {fox}" })).toEqual(
        refusals.unknownPlaceholder("{pigeon}"),
      );
      expect(refuseTemplate({ [name]: "{pigeon}" })).toBeUndefined();
    },
  );

  it("may be empty", () => {
    expect(refuseTemplate({ noticeGroup: "warning", subjectEn: null })).toBeUndefined();
  });
});

describe("a message", () => {
  it("can be sent again if it failed or left the server", () => {
    const { failed, sent } = sendState.values;
    for (const style of Object.values(noticeStyle.values)) {
      expect(refuseResend({ sendState: failed, style })).toBeUndefined();
      const isBell = style === noticeStyle.values.bell;
      expect(refuseResend({ sendState: sent, style })).toEqual(isBell ? refusals.wrongState() : undefined);
      for (const state of [
        ...Object.values(sendState.values).filter((s) => s !== failed && s !== sent),
        null,
      ])
        expect(refuseResend({ sendState: state, style })).toEqual(refusals.wrongState());
    }
  });

  it("is shown in the reader's language, or as it was sent", () => {
    const texts = { en: { title: "T", body: "B" } } as never;
    expect(noticeWords({ title: "标题", body: "正文", texts }, "en")).toEqual({ title: "T", body: "B" });
    expect(noticeWords({ title: "标题", body: "正文", texts }, "zh-CN")).toEqual({
      title: "标题",
      body: "正文",
    });
    expect(noticeWords({ title: null, body: null, texts: null }, "en")).toEqual({ title: "", body: "" });
  });
});
