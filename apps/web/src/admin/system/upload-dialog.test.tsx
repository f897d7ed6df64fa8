import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { UploadDialog } from "./upload-dialog.tsx";

// spec: shop A5.24
it("asks for the file if none is chosen, and uploads nothing", async () => {
  const client = sampleClient();
  await render(
    <Stage client={client}>
      <UploadDialog kind="client" onClose={() => {}} />
    </Stage>,
  );
  await page.getByPlaceholder("2.4.1").fill("1.2.3");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Choose a file");
  expect(client.requests("/packages/client")).toEqual([]);
});
