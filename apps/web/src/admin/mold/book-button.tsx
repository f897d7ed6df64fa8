import { FilePdfOutlined } from "@ant-design/icons";
import { appointList } from "@shotkeeper/contract/inspection";
import type { Query, SortKey } from "@shotkeeper/contract/kernel";
import { dailyTasks, majorTasks, repairList } from "@shotkeeper/contract/maintenance";
import { explainCount, moldList, moldTimeline } from "@shotkeeper/contract/mold";
import { orderList } from "@shotkeeper/contract/production";
import { menuLabel } from "@shotkeeper/locales";
import { useClient, useFailure, useLocale, useSession } from "@shotkeeper/ui/app";
import { useTypeContext } from "@shotkeeper/ui/cells";
import { serverNow } from "@shotkeeper/ui/time";
import { Button } from "antd";
import { useState } from "react";
import { savePdf } from "../pdf.ts";
import { type BookChapter, bookOf } from "./mold-book.ts";

interface Source {
  readonly query: Query;
  readonly names: readonly string[];
  readonly sort: readonly SortKey[];
}

/** Largest number of rows in a chapter of the record book. A chapter that lacks rows says that it is incomplete. */
const maxRows = 5000;
const by = (field: string): readonly SortKey[] => [{ field, direction: "asc" }];

/** Lists that become chapters of the mold's record book (PDF). A list that the user may not read is left out. */
const sources: readonly Source[] = [
  {
    query: orderList,
    names: ["orderId", "productNo", "orderState", "plannedShots", "madeShots", "plannedEnd"],
    sort: by("plannedEnd"),
  },
  {
    query: dailyTasks,
    names: ["taskId", "state", "runHours", "content", "partsUsed", "minutes", "doneAt", "doneByName"],
    sort: by("raisedAt"),
  },
  {
    query: majorTasks,
    names: [
      "taskId",
      "state",
      "taskSource",
      "content",
      "replaced",
      "partsUsed",
      "cost",
      "doneAt",
      "acceptedByName",
    ],
    sort: by("raisedAt"),
  },
  {
    query: repairList,
    names: [
      "taskId",
      "faultName",
      "causeName",
      "componentName",
      "cavity",
      "measureName",
      "shareHours",
      "shareCost",
      "doneAt",
    ],
    sort: by("raisedAt"),
  },
  {
    query: appointList,
    names: [
      "appointId",
      "appointType",
      "problem",
      "appointState",
      "saveProblem",
      "issueFoundAt",
      "appointClosedAt",
    ],
    sort: by("issueFoundAt"),
  },
];

const events: Source = {
  query: moldTimeline,
  names: ["at", "kind", "reference", "detail", "by"],
  sort: by("at"),
};

interface BookButtonProps {
  readonly row: { readonly moldNo: string; readonly moldName: string | null } & Readonly<
    Record<string, unknown>
  >;
  readonly facts: readonly { readonly title: string; readonly names: readonly string[] }[];
}

/**
 * Button that creates the record book of a mold as a PDF: the mold's data, the ledger of the shots, and chapters such
 * as the orders of the mold.
 */
export function BookButton({ row, facts }: BookButtonProps) {
  const { mold, enums } = useLocale();
  const client = useClient();
  const session = useSession();
  const fail = useFailure();
  const c = useTypeContext();
  const [busy, setBusy] = useState(false);
  const { moldNo } = row;
  const where = [{ field: "moldNo", operator: "EQ", value: moldNo }] as const;
  const readable = sources.filter((s) => session.allows(s.query.access));

  async function chapter({ query, names, sort }: Source, title: string): Promise<BookChapter> {
    const page = await client.query(query, { where, sort, limit: maxRows });
    return { title, fields: query.columns, names, rows: page.rows, total: page.total };
  }
  /** Replaces the codes in the chapter with the mold's events (kinds of events and of warnings) by their names. */
  function named(chapter: BookChapter): BookChapter {
    const kinds: Readonly<Record<string, string>> = mold.timeline;
    const warnings: Readonly<Record<string, string>> = enums.warningKind;
    const name = (row: Readonly<Record<string, unknown>>) => ({
      ...row,
      kind: kinds[String(row.kind)] ?? row.kind,
      detail: row.kind === "warning" ? warnings[String(row.detail)] : row.detail,
    });
    return { ...chapter, rows: chapter.rows.map(name) };
  }
  async function make(): Promise<void> {
    setBusy(true);
    try {
      const [ledger, ...chapters] = await Promise.all([
        client.run(explainCount, { moldNo }),
        ...readable.map((s) => chapter(s, menuLabel(c.locale.menus, s.query.menu))),
        chapter(events, mold.timeline.title).then(named),
      ]);
      const madeAt = c.formats.dateTime(new Date(serverNow()).toISOString());
      const { moldName } = row;
      await savePdf(
        `${moldNo}.pdf`,
        bookOf({
          moldNo,
          moldName: moldName ?? "",
          madeAt,
          madeBy: session.user.info.userId,
          facts,
          fields: moldList.columns,
          row,
          ledger,
          chapters,
          c,
        }),
      );
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button icon={<FilePdfOutlined />} loading={busy} onClick={() => void make()}>
      {busy ? mold.book.making : mold.book.make}
    </Button>
  );
}
