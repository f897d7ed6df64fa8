import { customerOem } from "@shotkeeper/contract/shop";
import { organizationChoices } from "@shotkeeper/contract/system";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { OemDialog } from "./oem-dialog.tsx";

const row = { custId: "C1", custName: "Northern Grilles", defaultOem: "Huachen" };
const organization = (orgId: string, orgName: string) => ({ orgId, orgName, type: "oem", enabled: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

const remover: typeof sampleUser = {
  ...sampleUser,
  authorities: [...sampleUser.authorities, `${customerOem.menu}:D`],
};

async function open(stored: string[], defaultOem: string | null = "Huachen", user = remover) {
  const answers = {
    CUST_BELONG_OEM: () => stored.map((oemName) => ({ custId: "C1", oemName })),
    [`${organizationChoices.menu}.${organizationChoices.id}`]: [
      organization("OEM01", "Huachen"),
      organization("OEM02", "Zhongli"),
    ],
    "insert CUST_BELONG_OEM": () => stored.push("Zhongli"),
    "remove CUST_BELONG_OEM": () => stored.splice(0),
  };
  const client = sampleClient(answers, user);
  await render(
    <Stage client={client}>
      <OemDialog customer={{ ...row, defaultOem }} onClose={() => {}} />
    </Stage>,
  );
  return client;
}

it("says that a customer without a host factory cannot order, and assigns one", async () => {
  const client = await open([], null);
  await expect.element(page.getByRole("alert")).toHaveTextContent("the customer cannot order");
  await expect.element(button("Add OEM")).toBeDisabled();
  await page.getByRole("combobox").click();
  await userEvent.keyboard("Zhongli");
  await expect.element(page.getByRole("option", { name: /Zhongli/ })).toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await button("Add OEM").click();
  await expect
    .poll(() => client.requests("insert CUST_BELONG_OEM"))
    .toEqual([{ rows: [{ custId: "C1", oemName: "Zhongli" }] }]);
  await expect.element(button("Remove Zhongli")).toBeVisible();
});

it("removes an assigned host factory, but not the preset one of the customer's form", async () => {
  const client = await open(["Zhongli"]);
  await expect.element(page.getByText("Huachen")).toBeVisible();
  expect(button("Remove Huachen").elements()).toEqual([]);
  await button("Remove Zhongli").click();
  await expect
    .poll(() => client.requests("remove CUST_BELONG_OEM"))
    .toEqual([{ rows: [{ custId: "C1", oemName: "Zhongli" }] }]);
  await expect.element(page.getByText("Zhongli")).not.toBeInTheDocument();
});

it("offers no removal to a user without the right", async () => {
  await open(["Zhongli"], null, sampleUser);
  await expect.element(page.getByText("Zhongli")).toBeVisible();
  expect(button("Remove Zhongli").elements()).toEqual([]);
});
