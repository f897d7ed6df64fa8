import { taskKind, taskState } from "@shotkeeper/contract/maintenance";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { TaskRow } from "./task-cells.tsx";
import { TaskDialog } from "./task-dialog.tsx";
import { useTaskSteps } from "./use-task-steps.tsx";

const row = {
  taskId: "MT1",
  moldNo: "M-1",
  kind: taskKind.values.major,
  state: taskState.values.submitted,
  doneBy: "li",
} as TaskRow;
const dialog = () => page.getByRole("dialog");

function Remover() {
  const { remove } = useTaskSteps(taskKind.values.major);
  return (
    <button type="button" onClick={() => remove([row])}>
      Remove
    </button>
  );
}

// spec: admin 8.51
it("asks before it deletes a task", async () => {
  const client = sampleClient({ rf_RemoveTasks: () => ({ count: 1 }) });
  await render(
    <Stage client={client}>
      <Remover />
    </Stage>,
  );
  await page.getByRole("button", { name: "Remove" }).click();
  await expect.element(dialog()).toHaveTextContent("Delete this task? This cannot be undone.");
  await expect.element(dialog()).toHaveTextContent("MT1 · M-1");
  expect(client.requests("rf_RemoveTasks")).toEqual([]);
  await dialog().getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => client.requests("rf_RemoveTasks")).toEqual([{ taskIds: ["MT1"] }]);
});

// spec: admin 8.52
it("asks before the acceptance of a task is complete", async () => {
  const client = sampleClient({ rf_AcceptTask: () => ({ taskId: "MT1" }) });
  await render(
    <Stage client={client}>
      <TaskDialog step="accept" row={row} onClose={() => {}} />
    </Stage>,
  );
  await expect.element(dialog()).toHaveTextContent("Complete the acceptance?");
  expect(client.requests("rf_AcceptTask")).toEqual([]);
  await dialog().getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => client.requests("rf_AcceptTask").length).toBe(1);
});
