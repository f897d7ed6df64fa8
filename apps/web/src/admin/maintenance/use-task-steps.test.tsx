import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { TaskRow } from "./task-cells.tsx";
import { useTaskSteps } from "./use-task-steps.tsx";

const { shell } = await loadLocale("en");

function RemoveButton() {
  const { remove } = useTaskSteps(1);
  const task = { taskId: "T-1", moldNo: "M-1" } as TaskRow;
  return (
    <button type="button" onClick={() => remove([task])}>
      Remove the task
    </button>
  );
}

// spec: admin 8.51
it("asks before it deletes a task, and names the task", async () => {
  const client = sampleClient({ rf_RemoveTasks: () => ({}) });
  await render(
    <Stage client={client}>
      <RemoveButton />
    </Stage>,
  );
  const button = page.getByRole("button", { name: "Remove the task" });
  const dialog = page.getByRole("dialog");
  await button.click();
  await expect.element(dialog).toHaveTextContent(shell.prompts.removeTask);
  await expect.element(dialog).toHaveTextContent("T-1 · M-1");
  await dialog.getByRole("button", { name: shell.common.cancel, exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(client.requests("rf_RemoveTasks")).toEqual([]);
  await button.click();
  await dialog.getByRole("button", { name: shell.common.remove, exact: true }).click();
  await expect.poll(() => client.requests("rf_RemoveTasks")).toEqual([{ taskIds: ["T-1"] }]);
});
