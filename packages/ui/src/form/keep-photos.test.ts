import { type Client, ClientError } from "@shotkeeper/client";
import { expect, it } from "vitest";
import { keepOrUpload } from "./keep-photos.ts";

it("photos wait on the device only for a write that can wait there too", async () => {
  const client = {
    upload: () => Promise.reject(new ClientError("network", "network")),
    offline: {
      outbox: { getState: () => ({ isReachable: true }), noteConnection: () => {} },
      keepPhoto: async () => "local:1",
    },
  } as unknown as Client;
  const files = [new File(["x"], "p.jpg")];
  const owner = { ownerTable: "T", ownerId: "1" };
  expect(await keepOrUpload(client, files, owner, true)).toEqual(["local:1"]);
  await expect(keepOrUpload(client, files, owner, false)).rejects.toMatchObject({ local: "network" });
});
