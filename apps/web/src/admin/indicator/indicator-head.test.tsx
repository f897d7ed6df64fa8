import type { IndicatorAnswer } from "@shotkeeper/contract/indicator";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { IndicatorHead } from "./indicator-head.tsx";
import type { IndicatorSpec } from "./spec.ts";

const answer = (value: number): IndicatorAnswer => ({
  target: 15,
  now: { value, parts: {} },
  before: { value: null, parts: {} },
  times: [],
  groups: [],
  current: {},
});

it.each([
  ["idle", 10, "Within limit", "limit ≤ 15.0%"],
  ["idle", 16, "Just over limit", "limit ≤ 15.0%"],
  ["idle", 33, "Over limit", "limit ≤ 15.0%"],
  ["utilization", 33, "On target", "target ≥ 15.0%"],
  ["utilization", 5, "Off target", "target ≥ 15.0%"],
] as const)("judges %s of %s %% as: %s", async (name, value, verdict, target) => {
  const spec = { name, facts: () => [] } as unknown as IndicatorSpec;
  await render(
    <Stage client={sampleClient({})}>
      <IndicatorHead spec={spec} answer={answer(value)} />
    </Stage>,
  );
  await expect.element(page.getByText(verdict, { exact: true })).toBeVisible();
  await expect.element(page.getByText(target)).toBeVisible();
});
