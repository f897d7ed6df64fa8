import { amountText, changePerson, companyPeople, companyRole, setApproval } from "@shotkeeper/contract/shop";
import { ToneTag, useClient, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Empty, InputNumber, Radio, Select, Skeleton } from "antd";
import { useState } from "react";
import { InviteDialog } from "../dialogs/invite-dialog.tsx";
import { useCommandData } from "../parts/data.ts";
import Failure from "../parts/failure.tsx";
import { useShopper } from "../parts/session.tsx";
import { useShopAction } from "../parts/use-shop-action.ts";

type People = NonNullable<ReturnType<typeof useCommandData<typeof companyPeople>>["data"]>;
type Person = People["people"][number];

/** Shows the amount above which orders need approval. Users who manage the company's people can change the amount. */
function Rule({ data, onDone }: { readonly data: People; readonly onDone: () => Promise<void> }) {
  const { company: t, shell } = useLocale();
  const client = useClient();
  const act = useShopAction();
  const [above, setAbove] = useState(data.approvalAbove);
  const save = async () => {
    await act(() => client.run(setApproval, { approvalAbove: above }), t.changed);
    await onDone();
  };
  return (
    <section className="shop-card" aria-label={t.rule}>
      <h2>{t.rule}</h2>
      {data.isManager ? (
        <>
          <div className="shop-rule">
            <Radio.Group
              value={above === null ? "none" : "above"}
              onChange={(e) => setAbove(e.target.value === "none" ? null : (data.approvalAbove ?? 0))}
              options={[
                { value: "none", label: t.ruleNone },
                { value: "above", label: t.ruleAbove },
              ]}
            />
            <InputNumber
              aria-label={t.ruleAbove}
              prefix="¥"
              min={0}
              max={1e10}
              precision={2}
              disabled={above === null}
              value={above}
              onChange={(v) => setAbove(v ?? 0)}
            />
            <Button type="primary" disabled={above === data.approvalAbove} onClick={() => void save()}>
              {shell.common.save}
            </Button>
          </div>
          <p className="sk-faint">{t.ruleHint}</p>
        </>
      ) : (
        <p>{data.approvalAbove === null ? t.ruleNone : t.ruleAboveShort(amountText(data.approvalAbove))}</p>
      )}
    </section>
  );
}

interface RowProps {
  readonly p: Person;
  readonly isManager: boolean;
  readonly onChange: (p: Person) => void;
}

function PersonRow({ p, isManager, onChange }: RowProps) {
  const { company: t, enums } = useLocale();
  const { user } = useShopper();
  const { modal } = App.useApp();
  const isOwn = p.userId === user?.info.userId;
  const { buyer, approver } = companyRole.values;
  const roles = [
    { value: buyer, label: enums.companyRole.buyer },
    { value: approver, label: enums.companyRole.approver },
  ];
  const toggle = () => {
    const change = { ...p, isEnabled: !p.isEnabled };
    if (!p.isEnabled) onChange(change);
    else
      void modal.confirm({
        title: t.disable,
        content: t.disableAsk(p.userName),
        okButtonProps: { danger: true },
        onOk: () => onChange(change),
      });
  };
  return (
    <li aria-label={p.userName}>
      <div className="shop-line-name">
        <strong>{p.userName}</strong>
        <span className="sk-faint">{p.userId}</span>
      </div>
      <span className="shop-person-state">
        {isOwn && <ToneTag tone="neutral">{t.you}</ToneTag>}
        {p.isApprover && <ToneTag tone="info">{t.mayApprove}</ToneTag>}
        {!p.isEnabled && <ToneTag tone="bad">{p.isBlocked ? t.blocked : t.disabled}</ToneTag>}
        {p.isEnabled && p.isInvited && <ToneTag tone="attention">{t.notYet}</ToneTag>}
      </span>
      {isManager && !isOwn && !p.isBlocked ? (
        <span className="shop-person-actions">
          <Select
            aria-label={`${t.title}: ${p.userName}`}
            value={p.companyRole}
            options={roles}
            onChange={(role) => onChange({ ...p, companyRole: role })}
          />
          <Button danger={p.isEnabled} onClick={toggle}>
            {p.isEnabled ? t.disable : t.enable}
          </Button>
        </span>
      ) : (
        <span className="shop-person-actions">{roles[p.companyRole]?.label}</span>
      )}
    </li>
  );
}

/** Page with the people of a customer's company, and the amount above which the company's orders need approval. */
export default function PeoplePage() {
  const { company: t, shop } = useLocale();
  const { custId } = useShopper();
  const client = useClient();
  const queries = useQueryClient();
  const act = useShopAction();
  const [isInviting, setInviting] = useState(false);
  const { data, error } = useCommandData(
    companyPeople,
    { custId: custId ?? null },
    { enabled: custId !== undefined },
  );
  const refresh = () => queries.invalidateQueries();
  const change = async ({ userId, companyRole: role, isEnabled }: Person) => {
    await act(() => client.run(changePerson, { userId, companyRole: role, isEnabled }), t.changed);
    await refresh();
  };
  if (custId === undefined) return <Empty className="shop-card" description={shop.home.notCustomer} />;
  return (
    <>
      <header className="shop-page-head">
        <h1>{t.title}</h1>
        {data?.isManager && (
          <Button type="primary" onClick={() => setInviting(true)}>
            {t.invite}
          </Button>
        )}
      </header>
      {error && <Failure error={error} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          <Rule key={String(data.approvalAbove)} data={data} onDone={refresh} />
          <section className="shop-card" aria-label={t.people}>
            <h2>{t.people}</h2>
            <p className="sk-faint">{t.peopleHint}</p>
            <ul className="shop-people">
              {data.people.map((p) => (
                <PersonRow key={p.userId} p={p} isManager={data.isManager} onChange={(x) => void change(x)} />
              ))}
            </ul>
          </section>
        </>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
