import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { PasswordDialog } from "./password-dialog.tsx";

const { shell, system } = await loadLocale("en");

// spec: admin 8.56
it("asks before it resets a password", async () => {
  const client = sampleClient({ rf_ResetPassword: () => ({ password: "abcd-efgh-jkmn" }) });
  await render(
    <Stage client={client}>
      <PasswordDialog userId="zhao" isNew={false} onClose={() => {}} />
    </Stage>,
  );
  await expect.element(page.getByText(shell.prompts.resetPassword)).toBeVisible();
  expect(client.requests("rf_ResetPassword")).toEqual([]);
  await page.getByRole("button", { name: system.user.resetPassword, exact: true }).click();
  await expect.element(page.getByText("abcd-efgh-jkmn")).toBeVisible();
  expect(client.requests("rf_ResetPassword")).toEqual([{ userId: "zhao" }]);
});
