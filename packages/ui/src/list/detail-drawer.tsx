import type { Entity, Query } from "@shotkeeper/contract/kernel";
import { Drawer, Tabs } from "antd";
import type { ReactNode } from "react";
import { useLocale } from "../app/index.ts";
import type { AnyRow } from "../cells/columns.ts";
import { Facts } from "../cells/facts.tsx";
import { labelOf } from "../cells/labels.ts";
import { keyOf } from "../data/query-source.ts";
import type { Section } from "../form/fields-form.tsx";
import { useClosing } from "../form/use-closing.ts";
import { ChangeHistory } from "./change-history.tsx";
import { CloseDrawerContext } from "./row-actions.tsx";

interface DetailDrawerProps {
  readonly query: Query;
  /** Entity of the row. If set, a second tab shows the history of the row's changes. */
  readonly entity?: Entity | undefined;
  readonly sections: readonly Section[];
  readonly row: AnyRow;
  readonly title: string;
  readonly cells?: Readonly<Record<string, ReactNode>>;
  /**
   * Action buttons of the row (`RowActions`). These buttons are in the drawer's footer, which a thumb can reach on a
   * phone.
   */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** The drawer's body has no padding, because the fields scroll in a box inside the body. */
const unpadded = { body: { padding: 0 } };

const hiddenFacts: ReadonlySet<string> = new Set(["createdBy", "createdDate", "updatedBy", "updatedDate"]);

/**
 * Returns the column with the name of the row to which a field refers, if the query has such a column: oemId → oemName.
 */
function namedBy(query: Query, name: string): string {
  const named = name.replace(/Id$/, "Name");
  return query.columns[name]?.reference && query.columns[named] ? named : name;
}

/** Returns true if the row has a value to show for the field. A JSON value can only be shown by a custom cell. */
function hasShownValue(
  query: Query,
  row: AnyRow,
  cells: Readonly<Record<string, ReactNode>>,
  name: string,
): boolean {
  if (name in cells) return true;
  const value = row[name];
  const field = query.columns[name];
  if (field?.type === "json" || field?.aside) return false;
  return value !== null && value !== undefined && value !== "";
}

/** A drawer with the values of a row and the history of the row's changes. */
export function DetailDrawer({
  query,
  entity,
  sections,
  row,
  title,
  cells = {},
  actions,
  onClose,
}: DetailDrawerProps) {
  const { shell, screen, fields } = useLocale();
  const drawer = useClosing(onClose);
  const named = sections.map((s) => ({ ...s, fields: s.fields.map((n) => namedBy(query, n)) }));
  const grouped = new Set([...sections, ...named].flatMap((s) => s.fields));
  const others = Object.keys(query.columns).filter(
    (n) => !grouped.has(n) && !hiddenFacts.has(n) && hasShownValue(query, row, cells, n),
  );
  // Shows only the name if a code and its name have the same label.
  const rest = [...new Map(others.map((n) => [labelOf(n, { fields }), n])).values()];
  const stamps = [...hiddenFacts].filter((n) => query.columns[n]);
  const all: readonly Section[] = [
    ...(rest.length > 0 ? [{ title: sections.length > 0 ? screen.detail.now : "", fields: rest }] : []),
    ...named,
    ...(stamps.length > 0 ? [{ title: screen.detail.record, fields: stamps }] : []),
  ];
  const facts = all.map((s) => (
    <section key={s.title} className="sk-detail-section">
      {s.title && <h3>{s.title}</h3>}
      <Facts fields={query.columns} names={s.fields} row={row} cells={cells} />
    </section>
  ));
  return (
    <Drawer
      open={drawer.open}
      onClose={drawer.close}
      afterOpenChange={drawer.afterOpenChange}
      title={title}
      size={720}
      {...(entity ? {} : { styles: unpadded })}
      footer={
        actions && (
          <div className="sk-form-footer">
            <CloseDrawerContext value={drawer.close}>{actions}</CloseDrawerContext>
          </div>
        )
      }
    >
      {entity ? (
        <Tabs
          items={[
            { key: "facts", label: shell.common.detail, children: facts },
            {
              key: "history",
              label: shell.common.history,
              children: <ChangeHistory entity={entity} recordKey={keyOf(entity, row)} />,
            },
          ]}
        />
      ) : (
        // The section can be focused, so that the arrow keys can scroll a record that is higher than the window.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the facts hold nothing else to focus
        <section className="sk-detail-facts" aria-label={title} tabIndex={0}>
          {facts}
        </section>
      )}
    </Drawer>
  );
}
