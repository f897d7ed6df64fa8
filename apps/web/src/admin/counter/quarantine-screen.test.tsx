import { quarantineState } from "@shotkeeper/contract/counter";
import { menus } from "@shotkeeper/contract/menus";
import { type MemoryClient, Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { useLocation } from "react-router";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import QuarantineScreen from "./quarantine-screen.tsx";

const { waiting, released } = quarantineState.values;
const base = {
  quarantineState: waiting,
  ageDays: 2,
  receivedAt: "2026-05-18T04:00:00.000Z",
  chipCode: "8679590",
  writerId: null,
  moldNo: null,
  at: "2026-05-18T03:00:00.000Z",
  countTimes: 900_000,
  countBefore: 1000,
  sender: null,
  payload: null,
  isCut: false,
  repeats: 0,
  releasedAt: null,
  releasedBy: null,
  releaseReason: null,
  discardedAt: null,
  discardedBy: null,
  discardReason: null,
};
const rows = [
  { ...base, quarantineId: 1, reason: "rate", writerId: "W-1", moldNo: "M-1" },
  { ...base, quarantineId: 2, reason: "unknown", countTimes: 70, receivedAt: "2026-05-17T04:00:00.000Z" },
  {
    ...base,
    quarantineId: 3,
    reason: "malformed",
    at: null,
    countTimes: null,
    payload: '{"COUNT":"many"}',
    receivedAt: "2026-05-16T04:00:00.000Z",
  },
  { ...base, quarantineId: 4, reason: "rate", writerId: "W-4", quarantineState: released },
];
const withRights = (...actions: readonly string[]) => ({
  ...sampleUser,
  authorities: actions.map((a) => `${menus.quarantine}:${a}`),
});
const effect = { released: 1, moved: 899_000, quarantinedAgain: 0, skipped: { counterRetired: 1 } };
const answers = {
  "CT103.Q01": rows,
  rf_QuarantineCounts: () => ({
    reasons: { rate: 1, unknown: 1, malformed: 1 },
    oldestAt: "2026-05-16T04:00:00.000Z",
    cuts: [
      {
        sender: "North gateway",
        items: 1234,
        firstAt: "2026-05-16T04:00:00.000Z",
        lastAt: "2026-05-18T04:00:00.000Z",
      },
    ],
  }),
  rf_QuarantineCurve: () => ({
    points: [
      { time: "2026-05-18T02:00:00.000Z", count: 1000, isQuarantined: false, isMarked: false },
      { time: "2026-05-18T03:00:00.000Z", count: 900_000, isQuarantined: true, isMarked: true },
    ],
  }),
  rf_PreviewRelease: () => effect,
  rf_ReleaseReadings: () => effect,
  rf_DiscardReadings: () => ({ count: 1 }),
};

function Address() {
  const { search } = useLocation();
  return <output>{decodeURIComponent(search)}</output>;
}

async function open(
  client: MemoryClient = sampleClient(answers, withRights("Q", "M")),
  path = "/counter/quarantine",
) {
  await render(
    <Stage client={client} path={path} layout="page">
      <Address />
      <QuarantineScreen />
    </Stage>,
  );
  await expect.element(page.getByRole("grid")).toBeVisible();
  return client;
}

const row = (text: string) => page.getByRole("row").filter({ hasText: text });
const dialog = () => page.getByRole("dialog");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const rowCount = () => page.getByRole("grid").element().getAttribute("aria-rowcount");

describe("the quarantine screen", () => {
  it("names an unknown counter, which has no number, by its chip code", async () => {
    await open();
    const cells = row("Unknown counter").getByRole("gridcell").elements();
    expect(cells[3]?.textContent).toBe("8679590");
  });

  it("lists the waiting items, shows the counts around the newest, and says what was not stored", async () => {
    await open();
    await expect.poll(rowCount).toBe("4");
    await expect.element(page.getByRole("img", { name: "Counts around the reading" })).toBeVisible();
    await expect
      .element(page.getByText("The counter cannot have made so many shots since the last counted reading."))
      .toBeVisible();
    await expect.element(page.getByRole("alert")).toHaveTextContent("1,234 messages were not stored");
    await expect.element(page.getByRole("alert")).toHaveTextContent("North gateway: 1,234");
  });

  it("leads from each number to exactly its rows", async () => {
    const client = await open();
    for (const [name, n] of [
      ["Malformed 1", 1],
      ["All reasons 3", 3],
      ["Impossible rate 1", 1],
    ] as const) {
      await page.getByRole("link", { name }).click();
      await expect.poll(rowCount).toBe(String(n + 1));
      await expect.element(page.getByRole("link", { name })).toHaveAttribute("aria-current", "true");
    }
    expect(client.requests("CT103.Q01")).toContainEqual(
      expect.objectContaining({
        where: expect.arrayContaining([
          { field: "quarantineState", operator: "EQ", value: waiting },
          expect.objectContaining({ field: "reason", value: ["rate"] }),
        ]),
      }),
    );
    await page.getByTitle("All", { exact: true }).click();
    await expect.poll(rowCount).toBe("3");
  });

  it("shows the effect before it releases the selected items", async () => {
    const client = await open();
    await row("W-1").getByRole("checkbox").click();
    await row("Malformed").getByRole("checkbox").click();
    await button("Release (1)").click();
    await expect.element(dialog()).toHaveTextContent("Shots added to the totals: 899,000");
    await expect.element(dialog()).toHaveTextContent("Skipped, the counter is retired: 1");
    expect(client.requests("rf_ReleaseReadings")).toEqual([]);
    await dialog().getByLabelText("Reason").fill("checked at the machine");
    await dialog().getByRole("button", { name: "Release" }).click();
    await expect
      .poll(() => client.requests("rf_ReleaseReadings"))
      .toEqual([{ quarantineIds: [1], reason: "checked at the machine" }]);
    await expect.element(page.getByText("1 reading released, 899,000 shots added")).toBeVisible();
  });

  it("discards with a reason, and says why an item cannot be released", async () => {
    const client = await open();
    await row("Unknown counter").getByRole("button", { name: "Show" }).click();
    await expect.element(page.getByText("Register it first, then release.", { exact: false })).toBeVisible();
    await row("Malformed").getByRole("checkbox").click();
    await expect.element(button("Release (0)")).toHaveAttribute("aria-disabled", "true");
    await button("Discard (1)").click();
    await dialog().getByLabelText("Reason").fill("test device");
    await dialog().getByRole("button", { name: "Discard" }).click();
    await expect
      .poll(() => client.requests("rf_DiscardReadings"))
      .toEqual([{ quarantineIds: [3], reason: "test device" }]);
  });

  it("shows the raw message of an item without a count", async () => {
    await open(undefined, "/counter/quarantine?filter=reason~IN~smalformed");
    await expect.element(page.getByLabelText("Raw message")).toHaveTextContent('{"COUNT":"many"}');
  });

  it("lets a reader decide nothing", async () => {
    await open(sampleClient(answers, withRights("Q")));
    await expect.poll(rowCount).toBe("4");
    await expect.element(row("W-1")).toBeVisible();
    expect(page.getByRole("checkbox").elements()).toHaveLength(0);
    expect(button("Release").elements()).toHaveLength(0);
  });
});
