import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { EdgeFault } from "./edge-fault.tsx";

const { enums } = await loadLocale("en");

it("shows the meaning of a gateway's error, and the gateway's text as detail", async () => {
  const text = "connect ECONNREFUSED 10.0.0.1:502";
  await render(
    <Stage client={sampleClient()}>
      <EdgeFault text={text} />
    </Stage>,
  );
  await expect.element(page.getByText(enums.edgeFault.connectionRefused)).toBeVisible();
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});
