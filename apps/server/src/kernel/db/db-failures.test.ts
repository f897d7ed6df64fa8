import { codes } from "@shotkeeper/contract/kernel";
import { expect, it } from "vitest";
import { translate } from "./db-failures.ts";
import { DbError } from "./tx.ts";

const reported = (code: string, message: string) => translate(Object.assign(new Error(message), { code }));

it.each([
  ["08006", "connection to the remote node postgres@db2:5432 failed"],
  ["57P01", "terminating connection due to administrator command"],
  ["XX000", "failure on connection marked as essential: db2:5432"],
])("says that the database is unavailable if a connection is lost (%s)", (code, message) => {
  expect(reported(code, message)).toMatchObject({ code: codes.databaseUnavailable });
});

it("keeps the state of other errors", () => {
  const error = reported("XX000", "unexpected error");
  expect(error).toBeInstanceOf(DbError);
  expect(error).toMatchObject({ state: "XX000", message: "unexpected error" });
});
