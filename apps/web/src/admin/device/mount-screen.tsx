import { VerticalAlignBottomOutlined } from "@ant-design/icons";
import { deviceMold, deviceMoldList } from "@shotkeeper/contract/device";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { QueryGrid } from "@shotkeeper/ui/list";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { MountDialog, UnmountDialog } from "./mount-dialogs.tsx";

type MountRow = QueryRow<typeof deviceMoldList>;
type Shown = "active" | "all";

const shownNames: readonly Shown[] = ["active", "all"];

const conditions: Readonly<Record<Shown, readonly Condition[]>> = {
  active: [{ field: "mounted", operator: "EQ", value: true }],
  all: [],
};
const newestFirst = [{ field: "mountedAt", direction: "desc" }] as const;

function MountedTag({ row }: { readonly row: MountRow }) {
  const { device: t } = useLocale();
  return row.mounted ? (
    <ToneTag tone="good">{t.active}</ToneTag>
  ) : (
    <ToneTag tone="neutral">{t.ended}</ToneTag>
  );
}

/** Tonnage that the mold needs, with a tag if the machine has less tonnage. */
function Needed({ row }: { readonly row: MountRow }) {
  const { device: t } = useLocale();
  const f = useFormats();
  const isShort = (row.neededTonnage ?? 0) > (row.pressTonnage ?? 0);
  return (
    <>
      {isShort && <ToneTag tone="attention">{t.short}</ToneTag>} {f.decimal(row.neededTonnage, 1)}
    </>
  );
}

const columns: Columns<typeof deviceMoldList> = [
  { name: "deviceId", pin: "left", width: 120 },
  { name: "deviceName", width: 160 },
  { name: "moldNo", onCard: true, width: 136, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "mounted", width: 112, cell: (row) => <MountedTag row={row} /> },
  { name: "pressTonnage", width: 104 },
  { name: "neededTonnage", width: 152, onCard: true, cell: (row) => <Needed row={row} /> },
  { name: "mountedAt", width: 160 },
  { name: "shots", width: 96 },
  { name: "unmountedAt", width: 160 },
  { name: "reason", width: 168 },
  { name: "mountedBy", width: 96 },
  { name: "unmountedBy", width: 96 },
  { name: "unmountReason", width: 160 },
  { name: "plantName", width: 200 },
];

export default function MountScreen() {
  const { device: t } = useLocale();
  const { can } = useSession();
  const [address, setAddress] = useSearchParams();
  const shown = shownNames.find((n) => n === address.get("shown")) ?? "active";
  const setShown = (next: Shown) => setAddress(next === "active" ? {} : { shown: next }, { replace: true });
  const [open, setOpen] = useState<MountRow | "mount">();
  const close = () => setOpen(undefined);
  const mountButton = can(menus.mounting, "A") && (
    <Button type="primary" icon={<VerticalAlignBottomOutlined />} onClick={() => setOpen("mount")}>
      {t.mount}
    </Button>
  );
  return (
    <div className="sk-list">
      <QueryGrid
        query={deviceMoldList}
        entity={deviceMold}
        columns={columns}
        fixed={conditions[shown]}
        search={["deviceId", "moldNo", "deviceName", "plantName"]}
        sort={newestFirst}
        live={["board"]}
        toolbar={
          <>
            {mountButton}
            <Segmented<Shown>
              options={[
                { value: "active", label: t.active },
                { value: "all", label: t.all },
              ]}
              value={shown}
              onChange={setShown}
            />
          </>
        }
        actions={(row) =>
          row.mounted && can(menus.mounting, "M")
            ? [{ key: "unmount", label: t.unmount, run: () => setOpen(row) }]
            : []
        }
        actionsWidth={84}
        empty={
          <EmptyHint
            title={shown === "active" ? t.noneActive : t.none}
            hint={t.noneHint}
            action={mountButton}
          />
        }
      />
      {open === "mount" && <MountDialog onClose={close} />}
      {open && open !== "mount" && <UnmountDialog row={open} onClose={close} />}
    </div>
  );
}
