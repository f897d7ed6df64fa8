import { BarsOutlined, PlusOutlined } from "@ant-design/icons";
import { newMoldMilestone, newMoldPlan } from "@shotkeeper/contract/new-mold";
import { menuLabel } from "@shotkeeper/locales";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { EntityForm } from "@shotkeeper/ui/form";
import { FilterStrip, QueryGrid } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { NewMoldInput } from "../pickers.tsx";
import { type Open, planOf, useMilestoneActions } from "./actions.ts";
import { planFields } from "./cells.tsx";
import { GanttButton } from "./gantt-drawer.tsx";
import { MilestoneDialog, PlanDialog } from "./milestone-dialogs.tsx";
import { MilestoneDrawer } from "./milestone-drawer.tsx";
import { type MilestoneQuery, type Shown, shownBy, shownNames } from "./rows.ts";
import "./new-mold.css";

interface MilestonePageProps {
  readonly query: MilestoneQuery;
  readonly columns: Columns<MilestoneQuery>;
}

const useCount = (query: MilestoneQuery, shown: Shown) =>
  useRows(query, { where: shownBy[shown], limit: 1 }, { live: ["board"] }).data?.total;

/** Page with a list of milestones. Several screens use it, each with its own query and columns. */
export function MilestonePage({ query, columns }: MilestonePageProps) {
  const { newMold: t, enums, screen, menus, ...locale } = useLocale();
  const { can } = useSession();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const actions = useMilestoneActions(query.menu, setOpen);
  const close = () => setOpen(undefined);
  const shown = shownNames.find((n) => n === params.get("state")) ?? "all";
  const counts: Readonly<Record<Shown, number | undefined>> = {
    all: useCount(query, "all"),
    behind: useCount(query, "behind"),
    open: useCount(query, "open"),
    reported: useCount(query, "reported"),
    confirmed: useCount(query, "confirmed"),
  };
  const labels = { all: t.all, behind: t.behind, ...enums.milestoneStat };
  const form = useMemo(
    () => ({
      sections: [
        { title: t.sections.plan, fields: planFields.plan },
        { title: t.sections.days, fields: planFields.days },
        { title: t.sections.contract, fields: planFields.contract },
      ],
      inputs: { moldNo: NewMoldInput },
      hints: t.hints,
    }),
    [t],
  );
  const isPlans = query.menu === newMoldPlan.menu;
  const addButton = isPlans && can(query.menu, "A") && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ kind: "form" })}>
      {t.addPlan}
    </Button>
  );
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip
        label={t.all}
        items={shownNames.map((key) => ({ key, label: labels[key], count: counts[key] }))}
        chosen={shown}
        onChoose={(key) => setParams(key === "all" ? {} : { state: key }, { replace: true })}
      />
      <QueryGrid
        query={query}
        entity={newMoldMilestone}
        columns={columns}
        fixed={shownBy[shown]}
        search={["moldNo", "moldName", "projectName"]}
        live={["board"]}
        onOpen={(row) => setOpen({ kind: "detail", row })}
        actions={actions}
        menuForRefused
        actionsWidth={locale.code === "en" ? 200 : 176}
        toolbar={
          <>
            {addButton}
            <GanttButton icon={<BarsOutlined />} />
          </>
        }
        empty={
          <EmptyHint
            title={screen.empty.title(menuLabel(menus, query.menu))}
            hint={isPlans ? t.emptyHint : t.emptyView}
            action={addButton}
          />
        }
      />
      {open?.kind === "form" && (
        <EntityForm
          entity={newMoldPlan}
          spec={form}
          row={open.row && planOf(open.row)}
          title={open.row ? t.editPlan(open.row.moldNo) : t.addPlan}
          onClose={close}
        />
      )}
      {open?.kind === "plan" && <PlanDialog step={open.step} row={open.row} onClose={close} />}
      {open?.kind === "step" && <MilestoneDialog step={open.step} row={open.row} onClose={close} />}
      {open?.kind === "detail" && (
        <MilestoneDrawer row={open.row} query={query} actions={actions(open.row)} onClose={close} />
      )}
    </div>
  );
}
