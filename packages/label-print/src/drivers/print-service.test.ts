import { afterEach, expect, it, vi } from "vitest";
import { roughMeasure } from "../model/text-layout.ts";
import { UnsureFailure } from "./driver.ts";
import { printServiceDriver } from "./print-service.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Driver of a print service that accepts jobs if `accepts` is set, and then refuses to tell their state. */
function setUp(accepts: boolean) {
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith("/print") && accepts
      ? Response.json({ jobId: "j" }, { status: 202 })
      : Response.json({ message: "refused" }, { status: 401 }),
  );
  return printServiceDriver({
    token: "t",
    poll: 1,
    measure: roughMeasure,
    render: async () => new Blob(["x"]),
  });
}

const page = { width: 76, height: 130, items: [] };
const push = { jobName: "j", key: "job/0+1", signal: new AbortController().signal };

it("reports an accepted job as unsure if the service no longer tells its state", async () => {
  const cause = await setUp(true)
    .print([page], push)
    .catch((e: unknown) => e);
  expect(cause).toBeInstanceOf(UnsureFailure);
  expect(cause).toMatchObject({ message: "refused", from: 0, count: 1 });
});

it("reports a refused job as not printed", async () => {
  const cause = await setUp(false)
    .print([page], push)
    .catch((e: unknown) => e);
  expect(cause).not.toBeInstanceOf(UnsureFailure);
  expect(cause).toMatchObject({ message: "refused" });
});
