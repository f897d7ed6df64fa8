import { afterEach, expect, it } from "vitest";
import { hashOf } from "./sources.mjs";

const version = Object.getOwnPropertyDescriptor(process, "version");
afterEach(() => Object.defineProperty(process, "version", version));

it("the hash of the sources does not depend on the Node version, so that an update needs no build", () => {
  const before = hashOf(["scripts/bundle.mjs"]);
  Object.defineProperty(process, "version", { ...version, value: "v99.0.0" });
  expect(hashOf(["scripts/bundle.mjs"])).toBe(before);
  expect(hashOf(["scripts/run.mjs"])).not.toBe(before);
});
