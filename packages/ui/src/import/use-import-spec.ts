import {
  type Fields,
  type ImportCommand,
  type ImportFault,
  importLimit,
  wireName,
} from "@shotkeeper/contract/kernel";
import type { ImportSpec, ImportValues } from "@shotkeeper/datagrid/antd";
import { instantOf } from "@shotkeeper/datagrid/core";
import { loadLocale, localeCodes } from "@shotkeeper/locales";
import { App } from "antd";
import { useMemo } from "react";
import { useClient, useFailure, useLocale, useSession } from "../app/index.ts";
import { useInvalidateData } from "../data/invalidation.ts";
import { earlierRows } from "./earlier-rows.ts";
import { faultText, importColumns } from "./import-columns.ts";

/** Description of the import of a list: the command, and the fields that a sheet may contain. */
export interface ListImport {
  readonly command: ImportCommand;
  /**
   * Fields that can be imported, in the order of the template's columns. Pass the same object in each render; a new
   * object would make the import compute its columns again.
   */
  readonly fields: Fields;
  readonly names: readonly string[];
  readonly hints?: Readonly<Partial<Record<string, string>>> | undefined;
  /** Word for the imported rows, for example "molds". The titles of dialog and template contain this word. */
  readonly noun: string;
}

const noHints = {};

/**
 * Returns the import of a list, or undefined if the user may not add rows. The server checks all rows and adds all or
 * none.
 */
export function useImportSpec(list: ListImport | undefined): ImportSpec | undefined {
  const locale = useLocale();
  const client = useClient();
  const { allows } = useSession();
  const { message } = App.useApp();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const { command, fields, names, noun } = list ?? {};
  // Compares the hints as JSON text, because a screen creates a new object of hints in each render.
  const hintText = JSON.stringify(list?.hints ?? noHints);
  const columns = useMemo(
    () => (fields && names ? importColumns(fields, names, JSON.parse(hintText), locale) : []),
    [fields, names, hintText, locale],
  );
  if (!command || !fields || noun === undefined) return undefined;
  if (!allows(command.access)) return undefined;
  const byWire = new Map(Object.entries(fields).map(([name, field]) => [wireName(name, field), field]));
  // Reads times in a sheet as times of the tenant's zone, because a sheet states no zone.
  const zoned = (rows: readonly ImportValues[]) =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => {
          const at =
            byWire.get(name)?.type === "time" && typeof value === "string" ? instantOf(value) : Number.NaN;
          return [name, Number.isNaN(at) ? value : new Date(at).toISOString()];
        }),
      ),
    );
  const key = command.key.flatMap((name) => {
    const field = fields[name];
    return field ? wireName(name, field) : [];
  });
  const toFaults = (rows: readonly ImportValues[], faults: readonly ImportFault[]) => {
    const earlierRow = earlierRows(rows, faults, key);
    return faults.map((f) => ({
      row: f.row,
      key: f.field,
      text: faultText(f, fields, locale),
      sameAs: earlierRow(f),
    }));
  };
  return {
    noun,
    columns,
    loadColumns: async () => {
      const others = await Promise.all(localeCodes.filter((code) => code !== locale.code).map(loadLocale));
      return importColumns(fields, names ?? [], JSON.parse(hintText), locale, others);
    },
    maxRows: importLimit,
    check: async (rows, signal) =>
      toFaults(rows, (await client.run(command, { rows: zoned(rows), checkOnly: true }, signal)).faults),
    save: async (rows) =>
      toFaults(rows, (await client.run(command, { rows: zoned(rows), checkOnly: false })).faults),
    onDone: (count) => {
      void message.success(locale.importing.done(count));
      invalidate();
    },
    onError: fail,
  };
}
