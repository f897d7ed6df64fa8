import { expect, it } from "vitest";
import { counted, plural } from "./plural.ts";

it.each([
  [0, "0 rows"],
  [1, "1 row"],
  [2, "2 rows"],
  [21, "21 rows"],
  [1.5, "1.5 rows"],
])("%d → %s", (count, text) => {
  expect(counted(count, "row")).toBe(text);
});

it("uses the given plural for irregular nouns and whole sentences", () => {
  expect(counted(2, "person", "people")).toBe("2 people");
  expect(plural(1, "One message", "Digest of 1 messages")).toBe("One message");
});
