import { DeleteOutlined } from "@ant-design/icons";
import type { customerList } from "@shotkeeper/contract/customer";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { customerOem } from "@shotkeeper/contract/shop";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Modal, Skeleton } from "antd";
import { useState } from "react";
import { OemNameInput } from "../pickers.tsx";
import "./oem-dialog.css";

interface OemDialogProps {
  readonly customer: Pick<QueryRow<typeof customerList>, "custId" | "custName" | "defaultOem">;
  readonly onClose: () => void;
}

/** Dialog with the host factories (OEMs) for which a customer may buy. Staff add and remove them. */
export function OemDialog({ customer: { custId, custName, defaultOem }, onClose }: OemDialogProps) {
  const { customer, shell } = useLocale();
  const t = customer.oems;
  const client = useClient();
  const act = useAction();
  const { mayWrite } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const key = ["customer-oems", custId];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      client.table(customerOem, {
        where: [{ field: "custId", operator: "EQ", value: custId }],
        sort: [{ field: "oemName", direction: "asc" }],
        limit: 999,
        signal,
      }),
  });
  const assigned = data?.rows.map((r) => r.oemName) ?? [];
  const names = defaultOem && !assigned.includes(defaultOem) ? [defaultOem, ...assigned] : assigned;
  const change = async (work: () => Promise<unknown>, done: string) => {
    await act(work, done);
    await queries.invalidateQueries({ queryKey: key });
  };
  const add = async () => {
    if (chosen === undefined) return;
    await change(() => client.insert(customerOem, [{ custId, oemName: chosen }]), t.added);
    setChosen(undefined);
  };
  return (
    <Modal
      open
      title={t.title(custName)}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{shell.common.close}</Button>}
    >
      <p className="sk-faint">{t.lead}</p>
      {!data && <Skeleton active />}
      {data && names.length === 0 && <Alert type="warning" showIcon title={t.none} />}
      <ul className="sk-oems">
        {names.map((oemName) => (
          <li key={oemName}>
            <span>{oemName}</span>
            {oemName === defaultOem && <span className="sk-faint">{t.preset}</span>}
            {assigned.includes(oemName) && mayWrite(customerOem, "D") && (
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={t.remove(oemName)}
                onClick={() =>
                  void change(() => client.remove(customerOem, [{ custId, oemName }]), t.removed)
                }
              />
            )}
          </li>
        ))}
      </ul>
      <div className="sk-oem-add">
        <OemNameInput
          id="oem-to-add"
          value={chosen ?? null}
          onChange={(v) => setChosen(typeof v === "string" && v !== "" ? v : undefined)}
        />
        <Button type="primary" disabled={chosen === undefined} onClick={() => void add()}>
          {t.add}
        </Button>
      </div>
    </Modal>
  );
}
