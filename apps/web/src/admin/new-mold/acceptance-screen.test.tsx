import { acceptanceList, milestoneKind, milestoneStat } from "@shotkeeper/contract/new-mold";
import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import AcceptanceScreen from "./acceptance-screen.tsx";

const { fields } = await loadLocale("en");

it("shows the day on which the contract acceptance is due, and the day planned first", async () => {
  const row = {
    moldNo: "N-1",
    milestoneCode: "ACC",
    milestoneKind: milestoneKind.values.acceptance,
    milestoneStat: milestoneStat.values.open,
    firstPlanDate: "2026-08-15",
    plannedDate: "2026-09-01",
  };
  const { menu, id } = acceptanceList;
  const client = sampleClient({ [`${menu}.${id}`]: [row] }, { ...sampleUser, authorities: [`${menu}:Q`] });
  await render(
    <Stage client={client} layout="page" path="/new-mold/acceptance">
      <AcceptanceScreen />
    </Stage>,
  );
  for (const name of ["firstPlanDate", "plannedDate"] as const)
    await expect.element(page.getByRole("columnheader", { name: fields[name] })).toBeVisible();
  const shown = page.getByRole("row", { name: /N-1/ });
  await expect.element(shown.getByText("2026-09-01")).toBeVisible();
  await expect.element(shown.getByText("2026-08-15")).toBeVisible();
});

it("leaves the order to the server, so that the header has no marks for columns that it does not show", async () => {
  const { menu, id } = acceptanceList;
  const client = sampleClient({ [`${menu}.${id}`]: [] }, { ...sampleUser, authorities: [`${menu}:Q`] });
  await render(
    <Stage client={client} layout="page" path="/new-mold/acceptance">
      <AcceptanceScreen />
    </Stage>,
  );
  await expect.poll(() => client.requests(`${menu}.${id}`).map((r) => r.sort)).toContainEqual([]);
});
