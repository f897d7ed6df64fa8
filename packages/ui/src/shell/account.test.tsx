import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { readWeChatAnswer, useSessionState, useUnsaved } from "../app/index.ts";
import { refusal, sampleClient, sampleUser } from "../gallery/index.ts";
import {
  ChangePassword,
  Licence,
  LicenceFailed,
  LicenceWithEnd,
  SessionEnded,
  UserMenus,
  WeChatBound,
  WeChatFree,
} from "./shell.gallery.tsx";

const place = () => document.querySelector("output")?.textContent;
const dialog = () => page.getByRole("dialog");
const field = (label: string) => page.getByLabelText(label, { exact: true });

describe("changing the password", () => {
  async function type(old: string, fresh: string, again = fresh): Promise<void> {
    await field("Current password").fill(old);
    await field("New password").fill(fresh);
    await field("New password again").fill(again);
    await dialog().getByRole("button", { name: "OK" }).click();
  }

  it("sends the old and the new password and closes", async () => {
    const client = sampleClient({ rf_ChangePassword: () => null });
    const onClose = vi.fn();
    await render(<ChangePassword client={client} onClose={onClose} />);
    await type("demo1234", "shots-2026");
    await expect.element(page.getByText("Password changed")).toBeVisible();
    expect(client.requests("rf_ChangePassword")).toEqual([
      { oldPassword: "demo1234", newPassword: "shots-2026", deviceToken: null },
    ]);
    expect(onClose).toHaveBeenCalled();
  });

  it("refuses short, unchanged and differing new passwords before a request", async () => {
    const client = sampleClient();
    await render(<ChangePassword client={client} />);
    await type("demo1234", "short", "other");
    await expect.element(page.getByText("The new password needs at least 10 characters")).toBeVisible();
    await expect.element(page.getByText("The two new passwords differ")).toBeVisible();
    await type("demo1234", "demo1234");
    await expect.element(page.getByText("The new password must differ from the current one")).toBeVisible();
    expect(client.requests("rf_ChangePassword")).toEqual([]);
  });

  // spec: admin 5.24
  it("shows at the field of the old password that it is wrong", async () => {
    const client = sampleClient({ rf_ChangePassword: refusal("S0031") });
    await render(<ChangePassword client={client} />);
    await type("wrong", "shots-2026");
    await expect
      .poll(() => field("Current password").element().closest(".ant-form-item")?.textContent)
      .toContain("The old password is incorrect");
  });
});

describe("the licence", () => {
  it("shows that it never ends, and its limits", async () => {
    await render(<Licence />);
    for (const text of ["No end date", "Unlimited", "20", "A1B2-C3D4"])
      await expect.element(dialog()).toHaveTextContent(text);
  });

  // spec: admin 2.69
  it("shows its end", async () => {
    await render(<LicenceWithEnd />);
    await expect.element(dialog()).toHaveTextContent("2026-12-31 (280 days left)");
  });

  it("shows that it could not be loaded", async () => {
    await render(<LicenceFailed />);
    await expect.element(page.getByRole("alert")).toHaveTextContent("You have no permission");
  });
});

describe("an ended session", () => {
  // spec: admin 4.21, 8.11
  it("asks the same user to log in again, and stays on the page", async () => {
    const client = sampleClient({ "/login": () => undefined });
    await render(<SessionEnded client={client} />);
    await expect.element(dialog()).toHaveTextContent("Your input is kept.");
    await expect.element(field("User ID")).toBeDisabled();
    await expect.element(field("User ID")).toHaveValue("mei.lin");
    await field("Password").fill("demo1234");
    await field("Verification code").fill("7");
    await page.getByRole("button", { name: "Log in again" }).click();
    await expect.poll(() => useSessionState.getState().expired).toBe(false);
    expect(client.requests("/login")[0]).toMatchObject({
      tenantId: "demo",
      userId: "mei.lin",
      password: "demo1234",
      captcha: { id: "1", text: "7" },
    });
    expect(place()).toBe("/basic/mold");
  });

  // spec: admin 4.20
  it("asks nothing on the root path, where the application opens the log-in page", async () => {
    await render(<SessionEnded path="/" />);
    await expect.poll(place).toBe("/");
    expect(dialog().elements()).toHaveLength(0);
  });

  it("marks missing inputs and reports a wrong password or code", async () => {
    let code = "S0001";
    const client = sampleClient({ "/login": () => refusal(code)() });
    await render(<SessionEnded client={client} />);
    await page.getByRole("button", { name: "Log in again" }).click();
    await expect.element(page.getByText("Please enter: Password")).toBeVisible();
    await field("Password").fill("wrong");
    await field("Verification code").fill("7");
    await page.getByRole("button", { name: "Log in again" }).click();
    await expect.element(page.getByText("The user ID or password is incorrect")).toBeVisible();
    await expect.element(field("Verification code")).toHaveValue("");
    code = "S0002";
    await field("Verification code").fill("8");
    await page.getByRole("button", { name: "Log in again" }).click();
    await expect.element(page.getByText("The verification code is incorrect or has expired")).toBeVisible();
  });

  it("sends another user to the log-in page, and cannot be closed", async () => {
    await render(<SessionEnded />);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).toBeVisible();
    await page.getByRole("button", { name: "Use another account" }).click();
    await expect.poll(place).toBe("/login");
  });
});

describe("the user menu", () => {
  const open = () => page.getByRole("button", { name: /User menu/ }).click();
  const item = (name: string) => page.getByRole("menuitem", { name });

  // spec: admin 2.66, 2.67, shop A1.8, A2.55
  it("shows the name of the user and opens the dialogs", async () => {
    await render(<UserMenus />);
    await open();
    await expect.element(page.getByText("mei.lin · Mold engineer")).toBeVisible();
    await item("Change password").click();
    await expect.element(page.getByRole("dialog", { name: "Change password" })).toBeVisible();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await open();
    await item("Licence").click();
    await expect.element(page.getByRole("dialog", { name: "Licence" })).toBeVisible();
    await page
      .getByRole("dialog", { name: "Licence" })
      .getByRole("button", { name: "Close" })
      .first()
      .click();
    await open();
    await item("Profile").click();
    await expect.poll(place).toBe("/system/user-info");
  });

  // spec: admin 2.70
  it("offers uploads of packages only with the right", async () => {
    const screen = await render(<UserMenus />);
    await open();
    await expect.element(item("Log out")).toBeVisible();
    const plain = page.getByRole("menuitem").elements().length;
    await screen.unmount();
    await render(<UserMenus client={sampleClient({}, { ...sampleUser, authorities: ["SYS111:A"] })} />);
    await open();
    await expect.poll(() => page.getByRole("menuitem").elements().length).toBe(plain + 3);
  });

  // spec: admin 2.68, 2.84, shop A2.55, A4.32
  it("logs out after a confirmation, at the server too", async () => {
    const client = sampleClient({ rf_LogOut: () => null });
    await render(<UserMenus client={client} />);
    await open();
    await item("Log out").click();
    await expect.element(dialog()).toHaveTextContent("Are you sure you want to log out?");
    await dialog().getByRole("button", { name: "Log out" }).click();
    await expect.poll(place).toBe("/login");
    expect(client.requests("rf_LogOut")).toHaveLength(1);
  });

  it("warns of unsaved changes before it logs out", async () => {
    useUnsaved.getState().mark("/basic/mold", true);
    await render(<UserMenus client={sampleClient({ rf_LogOut: () => null })} />);
    await open();
    await item("Log out").click();
    await expect.element(dialog()).toHaveTextContent("Leave without saving your changes?");
    await dialog().getByRole("button", { name: "Log out" }).click();
    await expect.poll(() => useUnsaved.getState().paths.size).toBe(0);
  });
});

describe("WeChat", () => {
  it("offers to bind the account if WeChat is configured", async () => {
    await render(<WeChatFree />);
    await expect.element(page.getByRole("button", { name: "Bind WeChat" })).toBeVisible();
  });

  it("asks for the password when WeChat has sent its code", async () => {
    const before = location.href;
    const request = { purpose: "bind", tenantId: "demo", remember: false, state: "s1" };
    sessionStorage.setItem("shotkeeper.wechat", JSON.stringify(request));
    history.replaceState(null, "", `${location.pathname}?code=c1&state=s1`);
    readWeChatAnswer();
    history.replaceState(null, "", before);
    const client = sampleClient({
      rf_WeChatState: () => ({ configured: true, bound: false }),
      rf_SecondFactorState: () => ({ hasPassword: true }),
      rf_BindWeChat: refusal("S0031"),
    });
    await render(<WeChatFree client={client} />);
    await expect.element(dialog()).toHaveTextContent("Bind WeChat");
    await field("Current password").fill("wrong");
    await dialog().getByRole("button", { name: "Bind WeChat" }).click();
    await expect.element(dialog()).toHaveTextContent("The password is wrong");
    expect(client.requests("rf_BindWeChat")).toEqual([{ weChatCode: "c1", password: "wrong" }]);
  });

  it("unbinds the account after a confirmation", async () => {
    const client = sampleClient({
      rf_WeChatState: () => ({ configured: true, bound: true }),
      rf_UnbindWeChat: () => null,
    });
    await render(<WeChatBound client={client} />);
    await page.getByRole("button", { name: "Unbind" }).click();
    await dialog().getByRole("button", { name: "OK" }).click();
    await expect.poll(() => client.requests("rf_UnbindWeChat")).toHaveLength(1);
  });
});
