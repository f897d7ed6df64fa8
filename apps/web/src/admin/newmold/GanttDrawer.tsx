import { newMoldLines, newMoldProjects } from "@shotkeeper/contract/newmold";
import { useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, Panel, useClosing, useRun } from "@shotkeeper/ui/screen";
import { Button, Drawer, Select } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { Gantt } from "./Gantt.tsx";

/** The molds of a project on one scale; the project with most that is late comes first. */
function GanttDrawer({ onClose }: { readonly onClose: () => void }) {
  const { newMold } = useLocale();
  const t = newMold.gantt;
  const drawer = useClosing(onClose);
  const [chosen, setChosen] = useState<string>();
  const nothing = useMemo(() => ({}), []);
  const projects = useRun(newMoldProjects, nothing, { live: ["board"] });
  const projectNo = chosen ?? projects.data?.[0]?.PROJECT_NO ?? "";
  const input = useMemo(() => (projectNo === "" ? {} : { projectNo }), [projectNo]);
  const lines = useRun(newMoldLines, input, { live: ["board"], enabled: projects.data !== undefined });
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
              value: p.PROJECT_NO,
              label: [
                `${p.PROJECT_NO} ${p.PROJECT_NAME ?? ""}`.trim(),
                t.molds(String(p.MOLDS)),
                ...(p.LATE > 0 ? [t.late(String(p.LATE))] : []),
              ].join(" · "),
            })),
            { value: "", label: t.allProjects },
          ]}
        />
      }
    >
      <Panel wait={lines} lines={8}>
        {lines.data && lines.data.LINES.length > 0 ? (
          <Gantt today={lines.data.TODAY} lines={lines.data.LINES} />
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
