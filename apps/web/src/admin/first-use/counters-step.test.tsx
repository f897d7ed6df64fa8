import { bindCounter } from "@shotkeeper/contract/binding";
import { counter } from "@shotkeeper/contract/counter";
import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CountersStep } from "./counters-step.tsx";

const { firstUse, enums } = await loadLocale("en");
const t = firstUse.counters;

async function scan(code: string, moldNo: string): Promise<void> {
  await expect.element(page.getByLabelText(t.counter, { exact: true })).toHaveFocus();
  await userEvent.keyboard(`${code}{Enter}${moldNo}{Enter}`);
}

it("registers a new counter with the type that is shown, and keeps the choice", async () => {
  const client = sampleClient({
    [counter.wire]: [{ writerId: "W-OLD", chipCode: "OLD" }],
    [`insert ${counter.wire}`]: () => ({}),
    [bindCounter.type]: () => ({}),
  });
  await render(
    <Stage client={client}>
      <CountersStep />
    </Stage>,
  );
  const type = (name: string) => page.getByRole("radio", { name, exact: true });
  await expect.element(type(enums.counterType.lte)).toBeChecked();
  await scan("CHIP-1", "M-1");
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent(t.registered("CHIP-1", enums.counterType.lte, "M-1"));
  await page.getByText(enums.counterType.nb, { exact: true }).click();
  await page.getByLabelText(t.counter, { exact: true }).click();
  await scan("CHIP-2", "M-2");
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent(t.registered("CHIP-2", enums.counterType.nb, "M-2"));
  await expect.element(type(enums.counterType.nb)).toBeChecked();
  expect(client.requests(`insert ${counter.wire}`)).toMatchObject([
    { rows: [{ writerId: "CHIP-1", type: "LTE" }] },
    { rows: [{ writerId: "CHIP-2", type: "NB" }] },
  ]);
  // A counter that is already registered is not registered again, so it keeps its type.
  await scan("OLD", "M-3");
  await expect.element(page.getByRole("status")).toHaveTextContent(t.bound("W-OLD", "M-3"));
  expect(client.requests(`insert ${counter.wire}`)).toHaveLength(2);
});
