import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refusalOf } from "../testing/refusal.ts";
import { type WeChatSettings, weChatId } from "./wechat.ts";

const requests: string[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> };
const server = createServer((request, response) => {
  requests.push(String(request.url));
  response.writeHead(answer.status, answer.headers).end(answer.body);
});
let settings: WeChatSettings;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  settings = {
    appId: "app",
    secret: "s&ecret",
    baseUrl: `http://127.0.0.1:${port}`,
    authorizeUrl: "http://x",
  };
});
afterAll(() => server.close());

const of = (body: unknown, more: object = {}) => {
  answer = { status: 200, body: typeof body === "string" ? body : JSON.stringify(body), ...more };
  return weChatId(settings, "co de");
};

it("exchanges a code once and prefers unionid", async () => {
  expect(await of({ openid: "open-123", unionid: "union-123" })).toBe("union-123");
  expect(requests).toEqual([
    "/sns/oauth2/access_token?appid=app&secret=s%26ecret&code=co+de&grant_type=authorization_code",
  ]);
  expect(await of({ openid: "open-123" })).toBe("open-123");
  expect(await of({ openid: "open-123", unionid: "" })).toBe("open-123");
  expect(await of({ openid: "open-123", unionid: 5 })).toBe("open-123");
});

it.each([
  ["an error", { errcode: 40029, errmsg: "invalid code" }],
  ["nothing", {}],
  ["null", "null"],
  ["a text", '"open-123"'],
  ["what is no JSON", "<html>"],
  ["an identity that is too short", { openid: "12345" }],
  ["an identity that is too long", { openid: "a".repeat(129) }],
  ["an identity with other characters", { openid: "open 123" }],
  ["an identity that is a number", { openid: 1_234_567 }],
])("is refused if WeChat answers with %s", async (_, body) => {
  expect(await refusalOf(() => of(body))).toBe("weChatLoginFailed");
});

it("accepts ids of 6 to 128 characters", async () => {
  for (const id of ["a-b_c1", "a".repeat(128)]) expect(await of({ openid: id })).toBe(id);
});

it("follows no redirect, and refuses the log-in if WeChat does not answer", async () => {
  const elsewhere = { status: 302, headers: { location: settings.baseUrl } };
  expect(await refusalOf(() => of({ openid: "open-123" }, elsewhere))).toBe("weChatLoginFailed");
  const nobody = { ...settings, baseUrl: "http://127.0.0.1:1" };
  expect(await refusalOf(() => weChatId(nobody, "x"))).toBe("weChatLoginFailed");
});

it("refuses the log-in if WeChat is not configured", async () => {
  expect(await refusalOf(() => weChatId(undefined, "x"))).toBe("notConfigured WECHAT_APP_ID");
});
