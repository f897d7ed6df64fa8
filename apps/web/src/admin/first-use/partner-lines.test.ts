import { expect, it } from "vitest";
import { readPartnerLines } from "./partner-lines.ts";

it("reads a code and a name from each line, however they are separated", () => {
  expect(readPartnerLines("P01 宁波一厂\n\n P02\tHefei plant 2 \nP03,Suzhou\nP04， 东莞").rows).toEqual([
    { orgId: "P01", orgName: "宁波一厂" },
    { orgId: "P02", orgName: "Hefei plant 2" },
    { orgId: "P03", orgName: "Suzhou" },
    { orgId: "P04", orgName: "东莞" },
  ]);
});

it("names the first line without code or name", () => {
  expect(readPartnerLines("P01 A\nP02\nP03")).toMatchObject({ bad: "P02" });
  expect(readPartnerLines("")).toEqual({ rows: [] });
});
