import { CloseOutlined, PlusOutlined } from "@ant-design/icons";
import { type HandoverItem, readHandoverItems } from "@shotkeeper/contract/new-mold";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { Button, Checkbox, Input } from "antd";
import { DocumentButton, DocumentLink } from "./handover-document.tsx";
import "./new-mold.css";

/**
 * Returns the input's value as rows. The rows are not validated, because a row that the user is still typing may have
 * no name.
 */
const drafts = (value: unknown): readonly HandoverItem[] =>
  Array.isArray(value) ? (value as readonly HandoverItem[]) : [];

/** Returns the form input for the handover pack of a milestone: a tick, a note and a document for each item. */
export function handoverItemsInput(milestone: string) {
  return function HandoverItemsInput(props: InputProps) {
    return <Pack {...props} milestone={milestone} />;
  };
}

function Pack({ value, onChange, disabled, milestone }: InputProps & { readonly milestone: string }) {
  const { newMold } = useLocale();
  const t = newMold.handover;
  const rows = drafts(value);
  const put = (next: readonly HandoverItem[]) => onChange?.(next.length > 0 ? next : undefined);
  const set = (i: number, change: Partial<HandoverItem>) =>
    put(rows.map((r, k) => (k === i ? { ...r, ...change } : r)));
  const absent = newMold.pack.filter((name) => !rows.some((r) => r.name === name));
  const off = disabled ?? false;
  return (
    <div className="sk-pack">
      {rows.map((r, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their position
        <div key={i} className="sk-pack-row">
          <Checkbox
            aria-label={r.name}
            checked={r.ok}
            disabled={off}
            onChange={(e) => set(i, { ok: e.target.checked })}
          />
          <Input
            aria-label={t.item}
            value={r.name}
            maxLength={80}
            disabled={off}
            onChange={(e) => set(i, { name: e.target.value })}
          />
          <Input
            aria-label={`${r.name} ${t.note}`}
            placeholder={t.note}
            value={r.note}
            maxLength={200}
            disabled={off}
            onChange={(e) => set(i, { note: e.target.value })}
          />
          <DocumentButton
            item={r}
            milestone={milestone}
            disabled={off}
            onChange={({ filePath: _path, fileName: _name, ...rest }, file) =>
              put(rows.map((x, k) => (k === i ? { ...rest, ...file, ok: rest.ok || file !== undefined } : x)))
            }
          />
          <button
            type="button"
            className="sk-link"
            aria-label={t.remove(r.name)}
            disabled={off}
            onClick={() => put(rows.filter((_, k) => k !== i))}
          >
            <CloseOutlined />
          </button>
        </div>
      ))}
      <span className="sk-tags">
        <Button
          icon={<PlusOutlined />}
          disabled={off}
          onClick={() => put([...rows, { name: "", ok: false, note: "" }])}
        >
          {t.add}
        </Button>
        {absent.length > 0 && (
          <Button
            disabled={off}
            onClick={() =>
              put([...rows.filter((r) => r.name), ...absent.map((name) => ({ name, ok: false, note: "" }))])
            }
          >
            {t.usual}
          </Button>
        )}
      </span>
    </div>
  );
}

export function HandoverItems({ value }: { readonly value: unknown }) {
  const { newMold } = useLocale();
  const t = newMold.handover;
  const rows = readHandoverItems(value) ?? [];
  if (rows.length === 0) return <span className="sk-faint">{t.none}</span>;
  return (
    <>
      <p className="sk-faint">{t.done(String(rows.filter((r) => r.ok).length), String(rows.length))}</p>
      <ul className="sk-pack-list">
        {rows.map((r) => (
          <li key={r.name} data-missing={!r.ok || undefined}>
            <span aria-hidden="true">{r.ok ? "✓" : "○"}</span>
            <span>{r.name}</span>
            <small className="sk-faint">{r.note}</small>
            <DocumentLink item={r} />
          </li>
        ))}
      </ul>
    </>
  );
}
