import {
  type ConnectorKind,
  connectorKind,
  type FieldMap,
  fieldMap,
  lorawanKinds,
  mqttKinds,
  setConnector,
} from "@shotkeeper/contract/counter";
import type { Field } from "@shotkeeper/contract/kernel";
import { useLocale } from "@shotkeeper/ui/app";
import { choiceLabel, labelOf } from "@shotkeeper/ui/cells";
import { Input, InputNumber, Select, Switch } from "antd";
import { useId } from "react";

/** Settings of a connector that the form edits. */
export interface Settings extends FieldMap {
  readonly connectorName: string;
  readonly type: string;
  readonly reportIntervalHours: number;
}

type Name = keyof Settings & string;
const declared: Readonly<Record<string, Field>> = { ...setConnector.input, ...fieldMap };

interface MapFormProps {
  readonly kind: ConnectorKind;
  readonly value: Settings;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Settings>) => void;
}

/**
 * Form of a connector: where a message holds the fields, how the count is read, and with which type and report interval
 * adopted devices become counters.
 */
export function ConnectorMap({ kind, value, disabled, onChange }: MapFormProps) {
  const { connector: t } = useLocale();
  const isMqtt = mqttKinds.includes(kind);
  const isEdge = kind === connectorKind.values.edge;
  const groups: readonly {
    readonly title: string;
    readonly hint: string;
    readonly names: readonly Name[];
  }[] = [
    {
      title: t.where,
      hint: t.whereHint,
      names: [
        ...(isMqtt ? (["topicPattern"] as const) : []),
        ...(kind === connectorKind.values.http || kind === connectorKind.values.mqtt
          ? (["itemsPath"] as const)
          : []),
        "countPath",
        "idPath",
        "timePath",
        "batteryPath",
        "rssiPath",
        ...(lorawanKinds.includes(kind) ? (["framePort"] as const) : []),
      ],
    },
    { title: t.bytes, hint: t.bytesHint, names: ["byteOffset", "byteLength", "byteOrder", "isSigned"] },
    { title: t.counting, hint: t.countingHint, names: ["countWidth", "shotsPerCount", "countsPerShot"] },
    { title: t.adopted, hint: t.adoptedHint, names: ["connectorName", "type", "reportIntervalHours"] },
  ];
  // Shows only two groups of fields for an edge gateway. The others do not apply: its messages have a fixed format,
  // and the number of bits of the count is set for each of its sources.
  const shown = isEdge
    ? [
        { title: t.counting, hint: t.edgeCountingHint, names: ["shotsPerCount", "countsPerShot"] as const },
        ...groups.slice(-1),
      ]
    : groups;
  return (
    <div className="sk-connector-map">
      {shown.map((g) => (
        <fieldset key={g.title} disabled={disabled}>
          <legend>{g.title}</legend>
          <p className="sk-faint">{g.hint}</p>
          <div className="sk-connector-fields">
            {g.names.map((name) => (
              <MapField
                key={name}
                name={name}
                value={value[name]}
                disabled={disabled}
                onChange={(v) => onChange({ [name]: v } as Partial<Settings>)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

interface MapFieldProps {
  readonly name: Name;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
}

function MapField({ name, value, disabled, onChange }: MapFieldProps) {
  const locale = useLocale();
  const id = useId();
  const f = declared[name];
  if (!f) return null;
  const shared = { id, disabled };
  const limits = { ...(f.min !== undefined && { min: f.min }), ...(f.max !== undefined && { max: f.max }) };
  return (
    <label htmlFor={id} className="sk-connector-field">
      <span>{labelOf(name, locale)}</span>
      {f.type === "choice" ? (
        <Select
          {...shared}
          allowClear={!f.required}
          value={value ?? null}
          onChange={(v) => onChange(v ?? null)}
          options={Object.values(f.options?.values ?? {}).map((v) => ({
            value: v,
            label: choiceLabel(f, v, locale),
          }))}
        />
      ) : f.type === "flag" ? (
        <Switch {...shared} checked={value === true} onChange={(on) => onChange(on ? true : null)} />
      ) : f.type === "int" || f.type === "decimal" ? (
        <InputNumber
          {...shared}
          {...limits}
          precision={f.scale ?? 0}
          value={typeof value === "number" ? value : null}
          onChange={(v) => onChange(v)}
        />
      ) : (
        <Input
          {...shared}
          maxLength={f.length ?? 200}
          value={typeof value === "string" ? value : ""}
          onChange={(e) => onChange(e.target.value === "" ? null : e.target.value)}
        />
      )}
    </label>
  );
}
