import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { type Locale, loadLocale } from "@shotkeeper/locales";
import { Secret, TOTP } from "otpauth";
import { expect, logOut, openScreen, test } from "./fixtures.ts";
import { dialogOf, finishDialog, okOf } from "./journey.ts";
import { startProvider } from "./oidc-provider.ts";
import { newTenant } from "./operator.ts";
import { Person } from "./person.ts";
import { captcha, type RealServer, startRealServer } from "./server.ts";

const tenant = "acme";
const folder = mkdtempSync(join(tmpdir(), "shotkeeper-factor-"));
const passwords = new Map<string, string>();
let server: RealServer;
let admin: Person;
let address: string;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  const first = newTenant(folder, tenant, "Acme Molds");
  server = await startRealServer({ DATA_DIR: folder, DEMO: "off", SSO_ALLOW_PRIVATE: "on" });
  // Opens the server by its host name, because browsers accept no passkeys for an IP address.
  address = server.url.replace("127.0.0.1", "localhost");
  const change = (user: string, oneTime: string) =>
    Person.changeFirstPassword(user, oneTime, { url: server.url, tenant });
  passwords.set("admin", await change("admin", first));
  admin = await Person.of("admin", { url: server.url, tenant, password: passwords.get("admin") ?? "" });
  for (const role of ["strict", "clerk"]) {
    const flag = role === "strict" ? "Y" : "N";
    const row = { ROLE_CODE: role, ROLE_NAME: role, DATA_SCOPE: "tenant", NEEDS_SECOND_FACTOR: flag };
    await admin.insert("SYS102", "SYS_ROLE", row);
    await admin.run("rf_AssignRights", { ROLE_CODE: role, RIGHTS: ["BS101:Q", "DB101:Q"] });
  }
  for (const [USER_ID, ROLE_CODE] of [
    ["ann", "clerk"],
    ["bob", "clerk"],
    ["cai", "clerk"],
  ] as const) {
    await admin.insert("SYS101", "SYS_USER", { USER_ID, USERNAME: USER_ID, STATUS: 0, ROLE_CODE });
    const { PASSWORD } = await admin.run("rf_ResetPassword", { USER_ID });
    passwords.set(USER_ID, await change(USER_ID, String(PASSWORD)));
  }
  const strict = { USER_ID: "cai", ROLE_CODE: "strict" };
  await admin.must({ Type: "update", MENU_ID: "SYS101", TableName: "SYS_USER", Data: [strict] });
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const english = () => loadLocale("en");

/** Opens the log-in page in a new browser context. */
async function newPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: address })).newPage();
  await page.goto("/#/login");
  await page.getByRole("button", { name: "English", exact: true }).click();
  return page;
}

/** Logs in with tenant, user and password, the first step of a log-in with two factors. */
async function firstStep(page: Page, user: string): Promise<Locale> {
  const locale = await english();
  const { login } = locale;
  await page.getByLabel(login.tenant, { exact: true }).fill(tenant);
  await page.getByLabel(login.user, { exact: true }).fill(user);
  await page.getByLabel(login.password, { exact: true }).fill(passwords.get(user) ?? "");
  await expect(page.getByRole("img", { name: login.captchaImage })).toBeVisible();
  await page.getByLabel(login.captcha, { exact: true }).fill(captcha);
  await page.getByRole("button", { name: login.submit, exact: true }).click();
  return locale;
}
const expectInside = async (page: Page) => {
  const { shell } = await english();
  await expect(page.getByRole("button", { name: shell.user.menu })).toBeVisible({ timeout: 60_000 });
};
const openProfile = (page: Page) => openScreen(page, "/system/user-info");

/** Confirms the open dialog with the user's password. */
async function confirm(page: Page, user: string): Promise<void> {
  const { shell } = await english();
  await dialogOf(page)
    .getByLabel(shell.password.old)
    .fill(passwords.get(user) ?? "");
  await okOf(page).click();
}

/** Returns the code that an authenticator app with the secret `key` shows after `steps` × 30 s. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Adds a virtual authenticator to the browser. The authenticator verifies the user, as a fingerprint reader does. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return cdp;
}

test("a user sets up an authenticator app, and logs in with a code and with a recovery code", async ({
  browser,
}) => {
  const page = await newPage(browser);
  const { shell, login, errors } = await firstStep(page, "ann");
  const t = shell.security;
  await expectInside(page);
  await openProfile(page);
  await page.getByRole("button", { name: `${t.setUp}: ${t.totp}` }).click();
  await dialogOf(page).getByLabel(shell.password.old).fill("wrong");
  await okOf(page).click();
  await expect(dialogOf(page).getByRole("alert")).toHaveText(errors.wrongCurrentPassword);
  await confirm(page, "ann");
  await expect(page.getByRole("img", { name: login.step.enrolTotp })).toBeVisible();
  const key = await page.locator(".sk-step-key code").innerText();
  const codeOfSetUp = codeOf(key);
  await dialogOf(page).getByLabel(login.step.code).fill(codeOfSetUp);
  await okOf(page).click();
  const shown = page.getByRole("list", { name: login.step.codesTitle }).locator("code");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await page.getByRole("button", { name: t.noted }).click();
  await expect(page.getByText(t.totpOn)).toBeVisible();
  await logOut(page, await english());

  await firstStep(page, "ann");
  await expect(page.getByRole("heading", { name: login.step.title })).toBeVisible();
  await page.getByLabel(login.step.code, { exact: true }).fill(codeOfSetUp);
  await page.getByRole("button", { name: login.step.verify }).click();
  await expect(page.getByRole("alert"), "the code was used for the set-up").toHaveText(errors.wrongCode);
  await page.getByLabel(login.step.code, { exact: true }).fill(codeOf(key, 1));
  await page.getByRole("button", { name: login.step.verify }).click();
  await expectInside(page);
  await logOut(page, await english());

  await firstStep(page, "ann");
  await page.getByRole("button", { name: login.step.recovery }).click();
  await page.getByLabel(login.step.recoveryCode).fill(codes[0] ?? "");
  await page.getByRole("button", { name: login.step.verify }).click();
  await expectInside(page);
  await openProfile(page);
  await expect(page.getByText(t.codesLeft("9"))).toBeVisible();
  await page.context().close();
});

test("a user ends a session on another device, which takes effect at once", async ({ browser }) => {
  const [here, there] = [await newPage(browser), await newPage(browser)];
  const { shell } = await firstStep(here, "bob");
  const t = shell.sessions;
  await expectInside(here);
  await firstStep(there, "bob");
  await expectInside(there);
  await openProfile(here);
  const list = here.getByRole("list", { name: t.title });
  await expect(list.getByText("Chrome on Linux").first()).toBeVisible();
  await expect(list.getByText(t.current)).toHaveCount(1);
  await list.getByRole("button", { name: /^End/ }).first().click();
  await dialogOf(here).getByRole("button", { name: t.end, exact: true }).click();
  await expect(there.getByText(shell.expired.title)).toBeVisible();
  await expectInside(here);
  for (const page of [here, there]) await page.context().close();
});

test("a user adds a passkey, uses it as second factor, and logs in without a password", async ({
  browser,
}) => {
  const page = await newPage(browser);
  await addAuthenticator(page);
  const { shell, login } = await firstStep(page, "bob");
  const t = shell.security;
  await expectInside(page);
  await openProfile(page);
  await page.getByRole("button", { name: `${t.add}: ${t.passkeys}` }).click();
  await dialogOf(page).getByLabel("Passkey name").fill("Work laptop");
  await confirm(page, "bob");
  await page.getByRole("button", { name: t.noted }).click();
  await page.getByRole("button", { name: `${t.rename}: Work laptop` }).click();
  await dialogOf(page).getByLabel("Passkey name").fill("Old laptop");
  await finishDialog(page);
  await expect(page.getByRole("list", { name: t.passkeys })).toContainText("Old laptop");
  await logOut(page, await english());

  await firstStep(page, "bob");
  await page.getByRole("button", { name: login.step.passkey, exact: true }).click();
  await expectInside(page);
  await logOut(page, await english());

  await page.reload();
  await page.getByLabel(login.tenant, { exact: true }).fill(tenant);
  await page.getByRole("button", { name: login.passkey, exact: true }).click();
  await expectInside(page);
  await openProfile(page);
  await expect(page.getByRole("list", { name: shell.sessions.title })).toContainText("Passkey");
  await page.getByRole("button", { name: `${shell.common.remove}: Old laptop` }).click();
  await confirm(page, "bob");
  await expect(page.getByRole("list", { name: t.passkeys })).toHaveCount(0);
  await page.context().close();
});

test("a user who must have a second factor sets it up during the log-in", async ({ browser }) => {
  const page = await newPage(browser);
  await addAuthenticator(page);
  const { login } = await firstStep(page, "cai");
  await expect(page.getByRole("heading", { name: login.step.enrolTitle })).toBeVisible();
  await page.goto("/#/basic/mold");
  await expect(page, "no page opens before").toHaveURL(/#\/login/);
  await page.reload();
  await firstStep(page, "cai");
  await page.getByRole("button", { name: new RegExp(login.step.enrolPasskey) }).click();
  await expect(page.getByRole("heading", { name: login.step.codesTitle })).toBeVisible();
  await page.getByRole("button", { name: login.step.saved }).click();
  await expectInside(page);
  await page.context().close();
});

test("a user signs in at the tenant's provider, which the administrator has set up", async ({ browser }) => {
  const claims = { preferred_username: "dora", name: "Dora", groups: ["molds"], email: "dora@example.com" };
  const provider = await startProvider(`${address}/`, claims);
  try {
    const { administration, enums, fields, login, shell } = await english();
    const t = administration.tenant.sso;
    const boss = await newPage(browser);
    await firstStep(boss, "admin");
    await expectInside(boss);
    await openScreen(boss, "/system/tenant");
    const panel = boss.locator("section", { hasText: t.title }).last();
    await panel.getByRole("button", { name: shell.common.edit }).click();
    const dialog = dialogOf(boss);
    for (const [label, value] of [
      [fields.providerName, "Works account"],
      [fields.issuer, provider.issuer],
      [fields.clientId, "shotkeeper"],
      [fields.clientSecret, "secret"],
      [fields.roleClaim, "groups"],
      [fields.password, passwords.get("admin") ?? ""],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByRole("button", { name: t.addRole }).click();
    await dialog.getByLabel(`${t.claimValue} 1`).fill("molds");
    await dialog.getByLabel(`${fields.roleCode} 1`).click();
    await boss.locator(".ant-select-dropdown:visible .ant-select-item-option", { hasText: "clerk" }).click();
    const creates = dialog.locator(".ant-form-item", { hasText: fields.createsUsers });
    await creates.getByText(shell.common.yes, { exact: true }).click();
    await finishDialog(boss);
    await expect(boss.getByText(enums.ssoMode.optional)).toBeVisible();
    await boss.getByRole("button", { name: t.test }).click();
    await expect(boss.getByText(t.tested(`${provider.issuer}/auth`))).toBeVisible();

    const page = await newPage(browser);
    await page.getByLabel(login.tenant, { exact: true }).fill(tenant);
    await page.getByRole("button", { name: login.sso("Works account") }).click();
    await page.locator('input[name="login"]').fill("d-1");
    await page.locator('input[name="password"]').fill("any");
    await page.locator('button[type="submit"]').click();
    await page.locator('button[type="submit"]').click();
    await expectInside(page);
    await openProfile(page);
    await expect(page.getByText("dora", { exact: true }).first()).toBeVisible();
    await expect(page.getByText(shell.security.linked(provider.issuer))).toBeVisible();
    for (const p of [boss, page]) await p.context().close();
  } finally {
    provider.stop();
  }
});
