import {
  allows,
  type Fields,
  type ImportCommand,
  type ImportFault,
  importLimit,
} from "@shotkeeper/contract/kernel";
import type { ImportSpec } from "@shotkeeper/datagrid";
import { App } from "antd";
import { useMemo } from "react";
import { useClient, useFailure, useLocale, useSession } from "../app/index.ts";
import { useInvalidateData } from "../data/invalidation.ts";
import { faultText, importColumns } from "./import-columns.ts";

/** What a list takes in from spreadsheets. */
export interface ListImport {
  readonly command: ImportCommand;
  /** What a row may hold, and which of it stands in the template, in this order. Keep their identity. */
  readonly fields: Fields;
  readonly names: readonly string[];
  readonly hints?: Readonly<Partial<Record<string, string>>> | undefined;
  /** What the rows are: names the dialog and the template. */
  readonly noun: string;
}

const noHints = {};

/** The grid's import of a list: every row is checked by the server, and all are added or none. For who may add to it. */
export function useImportSpec(list: ListImport | undefined): ImportSpec | undefined {
  const locale = useLocale();
  const client = useClient();
  const { can } = useSession();
  const { message } = App.useApp();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const { command, fields, names, noun } = list ?? {};
  // Texts of a screen are made anew with every render; what they say is not.
  const hintText = JSON.stringify(list?.hints ?? noHints);
  const columns = useMemo(
    () => (fields && names ? importColumns(fields, names, JSON.parse(hintText), locale) : []),
    [fields, names, hintText, locale],
  );
  if (!command || !fields || noun === undefined) return undefined;
  if (!allows(command.access, can, false)) return undefined;
  const told = (faults: readonly ImportFault[]) =>
    faults.map((f) => ({ row: f.row, key: f.field, text: faultText(f, fields, locale) }));
  return {
    noun,
    columns,
    maxRows: importLimit,
    check: async (rows, signal) =>
      told((await client.run(command, { rows, checkOnly: true }, signal)).faults),
    save: async (rows) => told((await client.run(command, { rows, checkOnly: false })).faults),
    onDone: (count) => {
      void message.success(locale.importing.done(count));
      invalidate();
    },
    onError: fail,
  };
}
