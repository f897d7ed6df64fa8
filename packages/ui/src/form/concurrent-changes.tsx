import "../cells/changes.css";

/** A field that another user changed while this form was open. */
export interface ConcurrentChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** A sentence about the value in this form, if this user changed the field too. */
  readonly mine: string | undefined;
}

interface TheirChangesProps {
  /** Sentence that says who saved and when. */
  readonly by: string;
  readonly changes: readonly ConcurrentChange[];
  /** Sentence that says what the user can do now. */
  readonly lead: string;
}

/** Shows another user's changes. It takes its texts, because `modal.confirm` draws it outside our providers. */
export function ConcurrentChanges({ by, changes, lead }: TheirChangesProps) {
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
