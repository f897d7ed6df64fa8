import { PlusOutlined } from "@ant-design/icons";
import { edgeProtocol, edgeSource, edgeSourceList, edgeSourceState } from "@shotkeeper/contract/counter";
import { type Condition, type EnumValue, nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import { Ago, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { useRemove } from "@shotkeeper/ui/data";
import { EntityForm } from "@shotkeeper/ui/form";
import { QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { Button, Dropdown } from "antd";
import { useMemo, useState } from "react";
import { edgeSourceTones } from "../tones.ts";
import { EdgeFault } from "./edge-fault.tsx";

type Row = QueryRow<typeof edgeSourceList>;
type Protocol = EnumValue<typeof edgeProtocol>;
type Name = keyof (typeof edgeSource)["fields"] & string;

const { opcua, modbus, em63, tcp } = edgeProtocol.values;
/** For each protocol: the fields that the form shows in the section of this protocol. */
const fieldsOf: Readonly<Record<Protocol, readonly Name[]>> = {
  [opcua]: ["opcNode"],
  [modbus]: ["modbusUnit", "modbusTable", "modbusRegister", "countWidth", "wordOrder"],
  [em63]: ["countWidth"],
  [tcp]: ["linePattern", "countWidth"],
};
/**
 * Tones (colours) of states that a gateway has reported long ago. All are neutral, because nobody knows whether these
 * states still hold.
 */
const oldTones = { reading: "neutral", failing: "neutral", off: "neutral", unknown: "neutral" } as const;
const bySource = [{ field: "sourceId", direction: "asc" }] as const;

type Open = { readonly protocol: Protocol; readonly row?: Row; readonly copyFrom?: Row } | undefined;

interface EdgeSourcesProps {
  readonly connectorId: number;
  /** True if the gateway does not report any more. The states of its sources are then from its last report. */
  readonly isAway?: boolean;
}

/** List of an edge gateway's sources: the machines from which it reads counts, with their last reported state. */
export function EdgeSources({ connectorId, isAway = false }: EdgeSourcesProps) {
  const { edge: t, enums, shell } = useLocale();
  const { mayWrite } = useSession();
  const remove = useRemove(edgeSource);
  const [open, setOpen] = useState<Open>();
  const fixed = useMemo<readonly Condition[]>(
    () => [{ field: "connectorId", operator: "EQ", value: connectorId }],
    [connectorId],
  );
  const may = {
    add: mayWrite(edgeSource, "A"),
    edit: mayWrite(edgeSource, "M"),
    remove: mayWrite(edgeSource, "D"),
  };
  const nameOfProtocol = (protocol: Protocol) =>
    enums.edgeProtocol[nameOf(edgeProtocol, protocol) ?? "opcua"];
  const columns: Columns<typeof edgeSourceList> = [
    { name: "sourceId", pin: "left", width: 160 },
    {
      name: "edgeSourceState",
      width: 136,
      cell: (row) => (
        <ChoiceTag
          of={edgeSourceState}
          value={row.edgeSourceState}
          tones={isAway ? oldTones : edgeSourceTones}
        />
      ),
    },
    { name: "lastRead", width: 120 },
    { name: "lastReadAt", width: 128, cell: (row) => <Ago at={row.lastReadAt} /> },
    {
      name: "sourceError",
      width: 280,
      cell: (row) => (row.sourceError === null ? null : <EdgeFault text={row.sourceError} />),
    },
    { name: "edgeProtocol", width: 136 },
    { name: "sourceAddress", width: 240 },
    { name: "counterCount", width: 120 },
    { name: "pollSeconds", width: 104 },
    { name: "countWidth", width: 104 },
    "updatedBy",
    "updatedDate",
  ];
  const actions = (row: Row): RowAction[] => {
    const protocol = row.edgeProtocol;
    return [
      ...(may.edit ? [{ key: "edit", label: shell.common.edit, run: () => setOpen({ protocol, row }) }] : []),
      ...(may.add
        ? [{ key: "copy", label: shell.common.copy, run: () => setOpen({ protocol, copyFrom: row }) }]
        : []),
      ...(may.remove
        ? [{ key: "remove", label: shell.common.remove, danger: true, run: () => remove([row]) }]
        : []),
    ];
  };
  const addButton = may.add && (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: Object.values(edgeProtocol.values).map((protocol) => ({
          key: protocol,
          label: nameOfProtocol(protocol),
          onClick: () => setOpen({ protocol }),
        })),
      }}
    >
      <Button type="primary" icon={<PlusOutlined />}>
        {t.add}
      </Button>
    </Dropdown>
  );
  return (
    <div className="sk-list sk-connector-devices">
      <QueryGrid
        query={edgeSourceList}
        entity={edgeSource}
        columns={columns}
        fixed={fixed}
        inner
        search={["sourceId"]}
        sort={bySource}
        live={["reading"]}
        toolbar={addButton}
        rowActions={(row) => <RowActions actions={actions(row)} />}
        actionsWidth={168}
        empty={<EmptyHint title={t.none} hint={t.noneHint} action={addButton} />}
      />
      {open && (
        <EntityForm
          entity={edgeSource}
          spec={{
            sections: [
              { fields: ["sourceId", "sourceAddress", "pollSeconds", "isEnabled"] },
              { title: nameOfProtocol(open.protocol), fields: fieldsOf[open.protocol] },
            ],
            hints: {
              sourceId: t.hints.sourceId,
              sourceAddress: t.addresses[open.protocol],
              opcNode: t.hints.opcNode,
              modbusUnit: t.hints.modbusUnit,
              modbusRegister: t.hints.modbusRegister,
              linePattern: t.hints.linePattern,
              countWidth: open.protocol === modbus ? t.hints.registers : t.hints.countWidth,
            },
            initial: {
              pollSeconds: 30,
              isEnabled: true,
              ...(open.protocol === modbus && { modbusUnit: 1, modbusTable: "holding", countWidth: 32 }),
            },
          }}
          row={open.row}
          copyFrom={open.copyFrom}
          preset={open.row ? undefined : { connectorId, edgeProtocol: open.protocol }}
          title={t.title(nameOfProtocol(open.protocol), open.row?.sourceId)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
