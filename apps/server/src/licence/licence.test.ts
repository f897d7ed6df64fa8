import { generateKeyPairSync } from "node:crypto";
import type { LicenceFacts } from "@shotkeeper/contract/system";
import { describe, expect, it } from "vitest";
import { openLicence, signLicence } from "./licence.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const facts: LicenceFacts = {
  AU_ID: "SK-1",
  AimTenant: "acme",
  CUST_NAME: "Acme",
  DUE_DATE: "2027-01-01",
  V_T: "Y",
  PC_COUNT: 5,
  PDA_COUNT: 0,
  ISSUED_AT: "2026-05-01T00:00:00.000Z",
};
const tenant = { code: "acme", auId: "SK-1", today: "2026-05-20", issuedAt: undefined };
const open = (text: string, more: object = {}) => openLicence(text, publicKey, { ...tenant, ...more });

describe("a licence file", () => {
  it("returns its signed content", () => {
    expect(open(signLicence(facts, privateKey))).toEqual(facts);
  });

  it("is refused if it is invalid, unsigned, or changed", () => {
    const signed = signLicence(facts, privateKey);
    const file = JSON.parse(signed) as Record<string, string>;
    const forged = Buffer.from(JSON.stringify({ ...facts, PC_COUNT: 500 })).toString("base64url");
    for (const text of [
      "",
      "{",
      "null",
      "[]",
      "{}",
      JSON.stringify({ ...file, payload: forged }),
      JSON.stringify({ ...file, signature: "" }),
      JSON.stringify({ ...file, format: "other" }),
      signLicence(facts, generateKeyPairSync("ed25519").privateKey),
    ])
      expect(() => open(text), text).toThrow("S0032");
  });

  it("of another serial number or tenant is refused", () => {
    expect(() => open(signLicence({ ...facts, AU_ID: "SK-2" }, privateKey))).toThrow("S0030");
    expect(() => open(signLicence({ ...facts, AimTenant: "other" }, privateKey))).toThrow("S0030");
  });

  it.each([
    { PC_COUNT: -1 },
    { PDA_COUNT: 1.5 },
    { PC_COUNT: "5" },
    { PC_COUNT: 100_001 },
    { DUE_DATE: "2026-13-45" },
    { DUE_DATE: null },
    { V_T: "X" },
    { ISSUED_AT: "yesterday" },
  ])("refuses invalid limits: %o", (wrong) => {
    expect(() => open(signLicence({ ...facts, ...wrong } as LicenceFacts, privateKey))).toThrow("S0013");
  });

  it("is refused if it has expired or was replaced", () => {
    const text = signLicence({ ...facts, DUE_DATE: "2026-05-19" }, privateKey);
    expect(() => open(text)).toThrow("S0005");
    expect(() => open(signLicence(facts, privateKey), { issuedAt: "2026-05-02T00:00:00Z" })).toThrow("S0032");
    const without = { ...facts, V_T: "N", DUE_DATE: null } as const;
    expect(open(signLicence(without, privateKey))).toEqual(without);
  });
});
