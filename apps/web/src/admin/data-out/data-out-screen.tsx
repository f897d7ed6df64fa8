import { useLocale } from "@shotkeeper/ui/app";
import { Segmented } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { DownloadButton } from "./download.tsx";
import { FileTab } from "./file-tab.tsx";
import { ScheduleTab } from "./schedule-tab.tsx";

type TabName = "schedules" | "files";

/** Screen to export data: schedules that write files, the list of these files, and the download of a single file. */
export default function DataOutScreen() {
  const t = useLocale().dataOut;
  const [params, setParams] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const name: TabName = params.get("tab") === "files" ? "files" : "schedules";
  const Tab = name === "files" ? FileTab : ScheduleTab;
  const head = (
    <>
      <Segmented<TabName>
        value={name}
        onChange={(tab) => setParams(tab === "files" ? { tab } : {}, { replace: true })}
        options={(["schedules", "files"] as const).map((value) => ({ value, label: t.tabs[value] }))}
      />
      <DownloadButton isOpen={isOpen} setOpen={setOpen} />
    </>
  );
  return <Tab key={name} head={head} />;
}
