import { SafetyCertificateOutlined } from "@ant-design/icons";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import {
  forceOut,
  licenceList,
  loadLicence,
  seatList,
  softInfo,
  ssoSettings,
  tenant,
  tenantInfo,
} from "@shotkeeper/contract/system";
import { Ago, ToneTag, useAction, useClient, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, Facts, Figure, Panel } from "@shotkeeper/ui/cells";
import { useCommandData, useInvalidateData, useRows } from "@shotkeeper/ui/data";
import { EntityForm, type EntityFormSpec } from "@shotkeeper/ui/form";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { App, Button } from "antd";
import { useMemo, useRef, useState } from "react";
import { Logo, LogoInput } from "./logo-input.tsx";
import { ShopPanel } from "./shop-panel.tsx";
import { SsoPanel } from "./sso-panel.tsx";
import "./system.css";
import "./tenant.css";

type TenantField = keyof (typeof tenant)["fields"] & string;

const seatColumns: Columns<typeof seatList> = [
  { name: "userName", width: 120 },
  { name: "userId", width: 120 },
  { name: "devType", width: 96 },
  { name: "loggedInAt", width: 120, cell: (row) => <Ago at={row.loggedInAt} /> },
  { name: "seenAt", width: 120, cell: (row) => <Ago at={row.seenAt} /> },
];

const licenceColumns: Columns<typeof licenceList> = [
  { name: "createdDate", width: 160 },
  { name: "licensee", width: 200 },
  { name: "licenceDue", width: 128 },
  { name: "pcCount", width: 120 },
  { name: "pdaCount", width: 120 },
  { name: "validityControl", width: 112 },
  { name: "issuedAt", width: 160 },
  { name: "createdBy", width: 104 },
];

/**
 * Screen of the tenant: data of the company, licence, upload of a licence file, and the sessions that use the licence's
 * seats.
 */
export default function TenantScreen() {
  const { administration, shell, menus } = useLocale();
  const t = administration.tenant;
  const { allows, can, mayWrite, user } = useSession();
  const client = useClient();
  const { modal } = App.useApp();
  const act = useAction();
  const invalidate = useInvalidateData();
  const read = useRows(tenantInfo, {}, { live: ["session"], every: 60_000 });
  const row = read.data?.rows[0];
  const [edited, setEdited] = useState(false);
  const form = useMemo(
    (): EntityFormSpec<TenantField> => ({
      sections: [
        {
          fields: [
            "code",
            "custName",
            "fullName",
            "sysName",
            "playTime",
            "logo",
            "requireSecondFactor",
            "counterSupplier",
          ],
        },
      ],
      inputs: { logo: LogoInput },
      hints: t.hints,
    }),
    [t],
  );
  const throwOut = (seat: QueryRow<typeof seatList>) =>
    void modal.confirm({
      title: shell.prompts.title,
      content: t.forceOutPrompt(seat.userName ?? ""),
      onOk: async () => {
        await act(() => client.run(forceOut, { userId: seat.userId ?? "" }), t.forcedOut);
        invalidate();
      },
    });
  return (
    <div className="sk-tenant">
      <div className="sk-tenant-pair">
        <Panel
          title={t.company}
          wait={read}
          extra={
            mayWrite(tenant, "M") && <Button onClick={() => setEdited(true)}>{shell.common.edit}</Button>
          }
        >
          {row && (
            <Facts
              fields={tenant.fields}
              names={["logo", "code", "custName", "fullName", "sysName", "playTime", "requireSecondFactor"]}
              row={row}
              cells={row.logo ? { logo: <Logo path={row.logo} /> } : {}}
            />
          )}
        </Panel>
        <LicencePanel row={row} wait={read} />
      </div>
      {row && <ShopPanel row={row} />}
      {allows(ssoSettings.access) && <SsoPanel />}
      <Panel title={t.seats} className="sk-tenant-grid">
        <QueryGrid
          inner
          query={seatList}
          columns={seatColumns}
          live={["session"]}
          height={296}
          {...(can(menuIds.user, "M")
            ? {
                rowActions: (seat: QueryRow<typeof seatList>) => (
                  <RowActions
                    actions={[
                      {
                        key: "out",
                        label: t.forceOut,
                        danger: true,
                        refused: seat.userId === user.info.userId ? t.ownSeat : undefined,
                        run: () => throwOut(seat),
                      },
                    ]}
                  />
                ),
              }
            : {})}
        />
      </Panel>
      <Panel title={t.history} className="sk-tenant-grid">
        <QueryGrid
          inner
          query={licenceList}
          columns={licenceColumns}
          height={220}
          empty={<EmptyHint title={t.noLicence} hint={t.noLicenceHint} />}
        />
      </Panel>
      {edited && row && (
        <EntityForm
          entity={tenant}
          spec={form}
          row={row}
          title={menus.tenant}
          onClose={() => setEdited(false)}
        />
      )}
    </div>
  );
}

interface LicencePanelProps {
  readonly row: QueryRow<typeof tenantInfo> | undefined;
  readonly wait: React.ComponentProps<typeof Panel>["wait"];
}

function LicencePanel({ row, wait }: LicencePanelProps) {
  const { administration, shell, fields } = useLocale();
  const t = administration.tenant;
  const { allows } = useSession();
  const f = useFormats();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const info = useCommandData(softInfo, {}, { live: ["session"] }).data;
  const chooser = useRef<HTMLInputElement>(null);
  const load = async (file: File | undefined) => {
    if (!file) return;
    await act(async () => client.run(loadLicence, { licenceFile: await file.text() }), t.loaded);
    invalidate();
  };
  const days = info?.daysLeft ?? null;
  const seats = (used: number | null, most: number | null) =>
    most ? `${used ?? 0} / ${most}` : String(used ?? 0);
  return (
    <Panel
      title={shell.licence.title}
      {...(wait ? { wait } : {})}
      extra={
        allows(loadLicence.access) && (
          <>
            <Button icon={<SafetyCertificateOutlined />} onClick={() => chooser.current?.click()}>
              {t.load}
            </Button>
            <input
              ref={chooser}
              type="file"
              hidden
              aria-label={t.load}
              accept=".lic,.json,application/json"
              onChange={(e) => {
                const file = e.target.files?.[0];
                // Clears the input. Otherwise choosing the same file again, for example after a refusal, fires no
                // event.
                void load(file).finally(() => {
                  if (chooser.current) chooser.current.value = "";
                });
              }}
            />
          </>
        )
      }
    >
      {row && (
        <>
          <div className="sk-tenant-figures">
            <Figure
              label={fields.licenceDue}
              value={row.licenceDue ? f.date(row.licenceDue) : shell.licence.forever}
              {...(days === null ? {} : { note: shell.licence.daysLeft(days) })}
              level={days === null || days > 30 ? undefined : days < 0 ? "bad" : "attention"}
            />
            <Figure
              label={fields.pcUsed}
              value={seats(row.pcUsed, row.pcCount)}
              note={row.pcCount ? t.ofSeats : shell.licence.unlimited}
            />
            <Figure
              label={fields.pdaUsed}
              value={seats(row.pdaUsed, row.pdaCount)}
              note={row.pdaCount ? t.ofSeats : shell.licence.unlimited}
            />
            <Figure
              label={fields.storageUsed}
              value={`${f.whole(row.storageUsed)} / ${f.whole(row.storageMb)} MB`}
              level={(row.storageUsed ?? 0) >= 0.9 * (row.storageMb ?? 0) ? "attention" : undefined}
            />
          </div>
          <Facts
            fields={tenant.fields}
            names={["auId", "aimTenant", "validityControl"]}
            row={row}
            cells={{
              auId: <code>{row.auId}</code>,
              validityControl: (
                <ToneTag tone={row.validityControl ? "good" : "neutral"}>
                  {row.validityControl ? t.controlled : t.notControlled}
                </ToneTag>
              ),
            }}
          />
          <p className="sk-faint sk-tenant-lead">{t.lead}</p>
        </>
      )}
    </Panel>
  );
}
