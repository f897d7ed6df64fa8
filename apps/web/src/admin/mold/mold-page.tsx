import { bindingList } from "@shotkeeper/contract/binding";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { mold, moldList } from "@shotkeeper/contract/mold";
import { warningList } from "@shotkeeper/contract/warning";
import { StateTag, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, Facts, Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { EntityForm } from "@shotkeeper/ui/form";
import { QueryGrid } from "@shotkeeper/ui/list";
import { useTabTitle } from "@shotkeeper/ui/shell";
import { Button, Skeleton, Tabs } from "antd";
import { useMemo, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { BindDialog } from "../binding/binding-dialogs.tsx";
import { CounterLink } from "../links.tsx";
import { MaintenanceHead } from "../maintenance/maintenance-head.tsx";
import { MoldPlanPanel } from "../new-mold/mold-plan-panel.tsx";
import { labelPath } from "../paths.ts";
import { warningColumns as w } from "../warning/columns.tsx";
import { BookButton } from "./book-button.tsx";
import { DocumentButtons } from "./document-buttons.tsx";
import { LedgerPanel } from "./ledger-panel.tsx";
import { MoldCausePanel } from "./mold-cause-panel.tsx";
import { MoldCharts } from "./mold-charts.tsx";
import { useMoldDocuments } from "./mold-documents.tsx";
import { MoldFigures } from "./mold-figures.tsx";
import { MoldForecastPanel } from "./mold-forecast-panel.tsx";
import { useMoldForm } from "./mold-form.ts";
import { MoldLists, mayOpenTab, moldTabs } from "./mold-lists.tsx";
import { MoldTimeline } from "./mold-timeline.tsx";
import "./mold-page.css";

const bindingColumns: Columns<typeof bindingList> = [
  { name: "writerId", pin: "left", width: 120, cell: (row) => <CounterLink no={row.writerId} /> },
  "shots",
  "boundAt",
  "unboundAt",
  "boundBy",
  "reason",
];
const warningColumns: Columns<typeof warningList> = [
  w.kind,
  { ...w.opened, onCard: true },
  w.cause,
  w.acknowledged,
  w.cleared,
];
const newestBinding = [{ field: "boundAt", direction: "desc" }] as const;
const newestWarning = [{ field: "openedAt", direction: "desc" }] as const;

/** Menus of new-mold management. A user with the right to query on one of these menus sees the mold's plan here. */
const newMoldMenus = [
  menus.newMoldT0,
  menus.newMoldTrial,
  menus.newMoldHandover,
  menus.newMoldAchievement,
  menus.newMoldAcceptance,
  menus.newMoldModification,
  menus.newMoldQuality,
] as const;

export default function MoldPage() {
  const { moldNo = "" } = useParams();
  const { mold: t, shell } = useLocale();
  const session = useSession();
  const { can } = session;
  const [params, setParams] = useSearchParams();
  const tab = moldTabs.find((name) => name === params.get("tab") && mayOpenTab(name, session)) ?? "overview";
  const form = useMoldForm();
  const where = useMemo<Condition[]>(() => [{ field: "moldNo", operator: "EQ", value: moldNo }], [moldNo]);
  const found = useRows(moldList, { where, limit: 1 }, { live: ["reading", "board", "warning"] });
  const [open, setOpen] = useState<"edit" | "bind">();
  const navigate = useNavigate();
  const documents = useMoldDocuments();
  const row = found.data?.rows[0];
  useTabTitle(found.data && !row ? t.notFound : moldNo);

  if (found.isPending) return <Skeleton active className="sk-mold-wait" paragraph={{ rows: 12 }} />;
  if (found.error) return <Panel wait={found} />;
  if (!row)
    return (
      <Panel>
        <EmptyHint
          title={t.notFound}
          hint={t.notFoundHint}
          action={
            <Link className="sk-link" to="/basic/mold">
              {t.back}
            </Link>
          }
        />
      </Panel>
    );
  return (
    <div className="sk-mold">
      <header className="sk-mold-head">
        <div>
          <h1>
            {row.moldNo} <StateTag state={row.liveState} />
          </h1>
          <p>{[row.moldName, row.plantName, row.projectName].filter(Boolean).join(" · ")}</p>
        </div>
        <div className="sk-mold-actions">
          {!row.counterNo && row.liveState !== "scrapped" && can(menus.binding, "A") && (
            <Button type="primary" onClick={() => setOpen("bind")}>
              {t.binding.bindTitle}
            </Button>
          )}
          <BookButton
            row={row}
            facts={(form.sections ?? []).map((s) => ({
              title: s.title ?? "",
              names: s.fields.map(shownName),
            }))}
          />
          <Button onClick={() => navigate(labelPath(moldNo))}>{t.labels.action}</Button>
          {can(menus.mold, "M") && <Button onClick={() => setOpen("edit")}>{shell.common.edit}</Button>}
          <DocumentButtons actions={documents.actions(row)} />
        </div>
      </header>
      <Tabs
        activeKey={tab}
        onChange={(key) => setParams(key === "overview" ? {} : { tab: key }, { replace: true })}
        items={moldTabs
          .filter((name) => mayOpenTab(name, session))
          .map((name) => ({ key: name, label: t.tabs[name] }))}
      />
      {tab === "overview" ? (
        <Overview row={row} where={where} sections={form.sections ?? []} />
      ) : (
        <MoldLists tab={tab} moldNo={moldNo} where={where} />
      )}
      {open === "edit" && (
        <EntityForm
          entity={mold}
          spec={form}
          row={row}
          title={`${shell.common.edit} ${moldNo}`}
          onClose={() => setOpen(undefined)}
        />
      )}
      {documents.dialog}
      {open === "bind" && <BindDialog moldNo={moldNo} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

interface OverviewProps {
  readonly row: QueryRow<typeof moldList>;
  readonly where: readonly Condition[];
  /** Sections of the mold's form. The tab shows the fields of each section as labels with values. */
  readonly sections: readonly { readonly title?: string; readonly fields: readonly string[] }[];
}

/** First tab of the page: state, figures, charts, the ledger of shots, and the fields of the mold's record. */
function Overview({ row, where, sections }: OverviewProps) {
  const { mold: t, maintenance } = useLocale();
  const { can } = useSession();
  const { moldNo } = row;
  return (
    <>
      <MoldCausePanel moldNo={moldNo} />
      <MoldFigures row={row} />
      <div className="sk-mold-columns">
        <div>
          {can(menus.productionCycle, "Q") && (
            <MoldCharts moldNo={moldNo} standard={row.standardCycle} tolerance={row.cycleTolerance} />
          )}
          {newMoldMenus.some((m) => can(m, "Q")) && <MoldPlanPanel moldNo={moldNo} />}
          {(can(menus.dailyMaintenance, "Q") || can(menus.majorMaintenance, "Q")) && (
            <Panel title={maintenance.figuresTitle}>
              <MaintenanceHead moldNo={moldNo} />
            </Panel>
          )}
          {can(menus.allWarnings, "Q") && (
            <Panel title={t.warnings}>
              <QueryGrid
                query={warningList}
                id="BS101.warnings"
                inner
                columns={warningColumns}
                fixed={where}
                sort={newestWarning}
                live={["warning"]}
                height={290}
              />
            </Panel>
          )}
          {can(menus.binding, "Q") && (
            <Panel title={t.bindings}>
              <QueryGrid
                query={bindingList}
                id="BS101.bindings"
                inner
                columns={bindingColumns}
                fixed={where}
                sort={newestBinding}
                live={["board"]}
                height={260}
              />
            </Panel>
          )}
          <MoldTimeline moldNo={moldNo} />
        </div>
        <div>
          <MoldForecastPanel moldNo={moldNo} />
          <LedgerPanel moldNo={moldNo} />
          <Panel title={t.facts}>
            {sections.map((s) => (
              <section key={s.title} className="sk-detail-section">
                <h3>{s.title}</h3>
                <Facts fields={moldList.columns} names={s.fields.map(shownName)} row={row} />
              </section>
            ))}
          </Panel>
        </div>
      </div>
    </>
  );
}

const names: Readonly<Record<string, string>> = {
  oemId: "oemName",
  plantId: "plantName",
  makerId: "makerName",
};
/**
 * For a field of the form that holds the id of an organization, returns the field that holds the organization's name,
 * because the page shows the name. Returns the name of any other field unchanged.
 */
const shownName = (name: string) => names[name] ?? name;
