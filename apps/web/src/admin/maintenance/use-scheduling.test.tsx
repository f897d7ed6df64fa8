import { ClientError } from "@shotkeeper/client";
import { type CalendarTask, maxScheduled, type RowResults } from "@shotkeeper/contract/maintenance";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useScheduling } from "./use-scheduling.ts";

const updatedDate = "2026-05-19T00:00:00.000Z";
const tasks = Array.from(
  { length: maxScheduled + 1 },
  (_, i) => ({ taskId: `T${i}`, updatedDate }) as CalendarTask,
);

function ScheduleButton() {
  const { scheduling } = useScheduling(undefined);
  const [results, setResults] = useState<RowResults>();
  const move = { planDate: null, assignee: null };
  return (
    <>
      <button
        type="button"
        onClick={async () => setResults(await scheduling.schedule(tasks.map((task) => ({ task, ...move }))))}
      >
        Schedule all
      </button>
      <output>{JSON.stringify(results)}</output>
    </>
  );
}

it("sends more than 500 tasks in several calls, and merges their results", async () => {
  let calls = 0;
  const answer = () => {
    if (++calls > 1) throw new ClientError("S0213");
    return { count: 499, refused: [{ taskId: "T7", message: "S0213" }] };
  };
  const client = sampleClient({ rf_ScheduleTasks: answer });
  await render(
    <Stage client={client}>
      <ScheduleButton />
    </Stage>,
  );
  await page.getByRole("button", { name: "Schedule all" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent('"count":499');
  const results = JSON.parse(page.getByRole("status").element().textContent ?? "") as RowResults;
  expect(results.refused.map(({ taskId }) => taskId)).toEqual(["T7", `T${maxScheduled}`]);
  const sizes = client
    .requests("rf_ScheduleTasks")
    .map((r) => (r as { schedule: unknown[] }).schedule.length);
  expect(sizes).toEqual([maxScheduled, 1]);
});
