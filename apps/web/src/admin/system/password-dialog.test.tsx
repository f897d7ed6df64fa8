import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { PasswordDialog } from "./password-dialog.tsx";

const dialog = () => page.getByRole("dialog");

// spec: admin 8.56
it("asks before it resets a password, and shows the new one", async () => {
  const client = sampleClient({ rf_ResetPassword: () => ({ password: "once-only-1" }) });
  const onClose = vi.fn();
  await render(
    <Stage client={client}>
      <PasswordDialog userId="li" isNew={false} onClose={onClose} />
    </Stage>,
  );
  await expect.element(dialog()).toHaveTextContent("Reset the password?");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  expect(onClose).toHaveBeenCalledOnce();
  expect(client.requests("rf_ResetPassword")).toEqual([]);
  await dialog().getByRole("button", { name: "Reset password" }).click();
  await expect.element(dialog()).toHaveTextContent("once-only-1");
  expect(client.requests("rf_ResetPassword")).toEqual([{ userId: "li" }]);
});
