import { user } from "@shotkeeper/contract/system";
import { loadLocale } from "@shotkeeper/locales";
import { EntityForm } from "@shotkeeper/ui/form";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useUserForm } from "./user-form.ts";

const { fields, screen } = await loadLocale("en");
const { picked } = screen.form;

function UserForm() {
  return <EntityForm entity={user} spec={useUserForm()} title="User" onClose={() => {}} />;
}

it("asks for a role and an organization, not for their codes, because the user picks them by name", async () => {
  await render(
    <Stage client={sampleClient()}>
      <UserForm />
    </Stage>,
  );
  for (const label of [picked.roleCode, picked.orgId, fields.userId])
    await expect.element(page.getByLabelText(label, { exact: true })).toBeInTheDocument();
  for (const label of [fields.roleCode, fields.orgId])
    expect(page.getByLabelText(label, { exact: true }).elements()).toEqual([]);
});

it("has a distance between a field and its help text", async () => {
  await render(
    <Stage client={sampleClient()}>
      <UserForm />
    </Stage>,
  );
  await expect.element(page.getByLabelText(fields.userId, { exact: true })).toBeVisible();
  const field = page.getByLabelText(fields.userId, { exact: true }).element().getBoundingClientRect();
  const help = document.querySelector<HTMLElement>(".ant-form-item-extra");
  const text = document.createRange();
  if (help) text.selectNodeContents(help);
  expect(text.getBoundingClientRect().top - field.bottom).toBeGreaterThanOrEqual(4);
});
