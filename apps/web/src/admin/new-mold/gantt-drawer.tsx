import { newMoldLines, newMoldProjects } from "@shotkeeper/contract/new-mold";
import { useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, FirstOf, Panel } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { useClosing } from "@shotkeeper/ui/form";
import { Button, Drawer, Select } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { Gantt } from "./gantt.tsx";

/**
 * Drawer with a Gantt chart of the molds of a project. At first, the drawer shows the project that has the most overdue
 * molds.
 */
function GanttDrawer({ onClose }: { readonly onClose: () => void }) {
  const { newMold } = useLocale();
  const t = newMold.gantt;
  const drawer = useClosing(onClose);
  const [chosen, setChosen] = useState<string>();
  const nothing = useMemo(() => ({}), []);
  const projects = useCommandData(newMoldProjects, nothing, { live: ["board"] });
  const projectNo = chosen ?? projects.data?.[0]?.projectNo ?? "";
  const input = useMemo(() => (projectNo === "" ? {} : { projectNo }), [projectNo]);
  const lines = useCommandData(newMoldLines, input, {
    live: ["board"],
    enabled: projects.data !== undefined,
  });
  return (
    <Drawer
      open={drawer.open}
      onClose={drawer.close}
      afterOpenChange={drawer.afterOpenChange}
      title={t.open}
      size="min(1280px, 96vw)"
      extra={
        <Select<string>
          className="sk-gantt-select"
          aria-label={t.project}
          value={projectNo}
          onChange={setChosen}
          popupMatchSelectWidth={false}
          options={[
            ...(projects.data ?? []).map((p) => ({
              value: p.projectNo,
              label: [
                `${p.projectNo} ${p.projectName ?? ""}`.trim(),
                t.molds(String(p.molds)),
                ...(p.late > 0 ? [t.late(String(p.late))] : []),
              ].join(" · "),
            })),
            { value: "", label: t.allProjects },
          ]}
        />
      }
    >
      <Panel wait={lines} lines={8}>
        {lines.data && lines.data.lines.length > 0 ? (
          <>
            <Gantt today={lines.data.today} lines={lines.data.lines} />
            <FirstOf shown={lines.data.lines.length} total={lines.data.lineCount} />
          </>
        ) : (
          <EmptyHint title={t.none} hint={t.noneHint} />
        )}
      </Panel>
    </Drawer>
  );
}

export function GanttButton({ icon }: { readonly icon: ReactNode }) {
  const { newMold } = useLocale();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        {newMold.gantt.open}
      </Button>
      {isOpen && <GanttDrawer onClose={() => setOpen(false)} />}
    </>
  );
}
