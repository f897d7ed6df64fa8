import { CloseOutlined, PlusOutlined } from "@ant-design/icons";
import { readParameters, type TrialParameter } from "@shotkeeper/contract/trial";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { AutoComplete, Button, Input } from "antd";
import "./trial.css";

const empty: TrialParameter = { name: "", unit: "", planned: "", actual: "" };

/** Returns the machine settings in a stored value. Returns an empty list if the value is invalid. */
function parametersOf(value: unknown): readonly TrialParameter[] {
  try {
    return readParameters(value) ?? [];
  } catch {
    return [];
  }
}

/** Returns the value as rows without checking it, because a row that the user is still typing may have no name. */
const drafts = (value: unknown): readonly TrialParameter[] =>
  Array.isArray(value) ? (value as readonly TrialParameter[]) : [];

/** Input for the machine settings of a trial, one row per setting. A button adds rows for the usual settings. */
export function ParametersInput({ value, onChange, disabled }: InputProps) {
  const { trial } = useLocale();
  const t = trial.parameter;
  const rows = drafts(value);
  const put = (next: readonly TrialParameter[]) => onChange?.(next.length > 0 ? next : undefined);
  const set = (i: number, change: Partial<TrialParameter>) =>
    put(rows.map((r, k) => (k === i ? { ...r, ...change } : r)));
  const usual = trial.usual.map((text) => {
    const [name = "", unit = ""] = text.split("|");
    return { ...empty, name, unit };
  });
  const unitOf = (name: string) => usual.find((u) => u.name === name)?.unit;
  const absent = usual.filter((u) => !rows.some((r) => r.name === u.name));
  return (
    <div className="sk-parameters">
      {rows.length > 0 && (
        <div className="sk-parameters-row sk-faint" aria-hidden="true">
          <span>{t.name}</span>
          <span>{t.unit}</span>
          <span>{t.planned}</span>
          <span>{t.actual}</span>
        </div>
      )}
      {rows.map((r, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their position
        <div key={i} className="sk-parameters-row">
          <AutoComplete
            aria-label={t.name}
            value={r.name}
            maxLength={40}
            disabled={disabled ?? false}
            options={absent.map((u) => ({ value: u.name }))}
            onChange={(name: string) =>
              set(i, { name, ...(r.unit === "" ? { unit: unitOf(name) ?? "" } : {}) })
            }
          />
          {(["unit", "planned", "actual"] as const).map((field) => (
            <Input
              key={field}
              aria-label={`${r.name} ${t[field]}`}
              value={r[field]}
              maxLength={field === "unit" ? 12 : 40}
              disabled={disabled ?? false}
              onChange={(e) => set(i, { [field]: e.target.value })}
            />
          ))}
          <button
            type="button"
            className="sk-link"
            aria-label={t.remove(r.name)}
            disabled={disabled}
            onClick={() => put(rows.filter((_, k) => k !== i))}
          >
            <CloseOutlined />
          </button>
        </div>
      ))}
      <span className="sk-tags">
        <Button icon={<PlusOutlined />} disabled={disabled ?? false} onClick={() => put([...rows, empty])}>
          {t.add}
        </Button>
        {absent.length > 0 && (
          <Button
            disabled={disabled ?? false}
            onClick={() => put([...rows.filter((r) => r.name), ...absent])}
          >
            {t.usual}
          </Button>
        )}
      </span>
    </div>
  );
}

export function Parameters({ value }: { readonly value: unknown }) {
  const { trial } = useLocale();
  const t = trial.parameter;
  const rows = parametersOf(value);
  if (rows.length === 0) return <span className="sk-faint">{t.none}</span>;
  return (
    <table className="sk-parameters-table">
      <thead>
        <tr>
          <th scope="col">{t.name}</th>
          <th scope="col">{t.planned}</th>
          <th scope="col">{t.actual}</th>
          <th scope="col">{t.unit}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.name}>
            <th scope="row">{r.name}</th>
            <td>{r.planned}</td>
            <td>{r.actual}</td>
            <td>{r.unit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
