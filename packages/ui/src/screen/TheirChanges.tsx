import "./screen.css";

/** A field that somebody else changed meanwhile. */
export interface TheirChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Changed in this form too. */
  readonly mine: string | undefined;
}

interface TheirChangesProps {
  readonly by: string;
  readonly changes: readonly TheirChange[];
  readonly lead: string;
}

/** Who changed what while the form was open, and what becomes of it. In a dialog: its words are given. */
export function TheirChanges({ by, changes, lead }: TheirChangesProps) {
  return (
    <>
      <p>{by}</p>
      <dl className="sk-changes">
        {changes.map((c) => (
          <div key={c.label}>
            <dt>{c.label}</dt>
            <dd>
              <del>{c.before}</del> → <ins>{c.after}</ins>
              {c.mine !== undefined && <div className="sk-faint">{c.mine}</div>}
            </dd>
          </div>
        ))}
      </dl>
      <p>{lead}</p>
    </>
  );
}
