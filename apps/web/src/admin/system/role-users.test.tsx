import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { RoleUsers } from "./role-users.tsx";

const { screen, system } = await loadLocale("en");

const users = Array.from({ length: 700 }, (_, n) => ({
  userId: `worker${n}`,
  userName: `Worker number ${n}`,
  roleCode: "worker",
  status: 0,
}));

const stage = (rows: readonly (typeof users)[number][]) => (
  <Stage client={sampleClient({ "SYS101.Q01": rows })}>
    <RoleUsers roleCode="worker" isChanged={false} />
  </Stage>
);
const select = () => page.getByRole("combobox", { name: system.role.viewAs });

it("finds any user of a role with more users than its list shows, and asks before the view", async () => {
  await render(stage(users));
  await select().click();
  await expect.element(page.getByText(screen.form.onlyFirst("50"))).toBeVisible();
  await select().fill("number 650");
  await page.getByTitle("Worker number 650", { exact: true }).click();
  await expect.element(page.getByText("Worker number 650 · worker650", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  // The select shows its placeholder again and no user, because the administrator has declined to view as this user.
  await expect.element(page.getByText(system.role.viewAs, { exact: true }).first()).toBeVisible();
});

it("is disabled if no other user has the role", async () => {
  await render(stage([]));
  await expect.element(select()).toBeDisabled();
});
