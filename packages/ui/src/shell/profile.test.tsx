import { loadLocale } from "@shotkeeper/locales";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Stage, sampleClient } from "../gallery/index.ts";
import { SideMenu } from "./main-menu.tsx";
import type { MenuSection } from "./menu-tree.ts";
import { ProfileDialog } from "./profile-dialog.tsx";

const { fields, shell, screen } = await loadLocale("en");
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = () => page.getByRole("dialog").getByRole("button", { name: "OK" });

it("edits the own profile, and asks for the password if the mail address changes", async () => {
  const client = sampleClient({
    rf_ChangeProfile: () => null,
    rf_SecondFactorState: () => ({ hasPassword: true }),
  });
  const onClose = vi.fn();
  await render(
    <Stage client={client}>
      <ProfileDialog onClose={onClose} />
    </Stage>,
  );
  await expect.element(field(shell.password.old)).not.toBeInTheDocument();
  await field(fields.nickname).fill("Ann");
  await field(fields.mail).fill("nowhere");
  await save().click();
  await expect.element(page.getByText(screen.form.invalid)).toBeVisible();
  await field(fields.mail).fill("ann@example.com");
  await field(shell.password.old).fill("demo1234");
  await save().click();
  await expect.element(page.getByText(shell.user.profileSaved)).toBeVisible();
  expect(client.requests("rf_ChangeProfile")).toMatchObject([
    { nickname: "Ann", mail: "ann@example.com", password: "demo1234" },
  ]);
  expect(onClose).toHaveBeenCalled();
});

it("scrolls the menu to the entry of the shown screen", async () => {
  const section = (id: string): MenuSection =>
    ({
      id,
      icon: "",
      children: Array.from({ length: 12 }, (_, i) => ({ id: `${id}${i}`, icon: "", path: `/${id}/${i}` })),
    }) as unknown as MenuSection;
  const tree = ["a", "b", "c", "d"].map(section);
  await render(
    <Stage layout="bare">
      <div data-testid="box" style={{ height: 300, overflow: "auto" }}>
        <SideMenu tree={tree} current="/d/11" theme="light" collapsed={false} />
      </div>
    </Stage>,
  );
  await expect.element(page.getByTestId("box")).toBeVisible();
  const box = page.getByTestId("box").element();
  await expect
    .poll(() => {
      const entry = box.querySelector(".ant-menu-item-selected")?.getBoundingClientRect();
      return (
        entry !== undefined && entry.height > 0 && entry.bottom <= box.getBoundingClientRect().bottom + 1
      );
    })
    .toBe(true);
});
