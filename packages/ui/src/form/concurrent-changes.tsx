import "../cells/changes.css";

/** A field that another user changed while the form was open. */
export interface ConcurrentChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Sentence about the value in this form. Undefined unless the user of this form changed the field too. */
  readonly mine: string | undefined;
}

interface TheirChangesProps {
  /** Sentence that says which user saved and when. */
  readonly by: string;
  readonly changes: readonly ConcurrentChange[];
  /** Sentence that tells the user what to do now. */
  readonly lead: string;
}

/**
 * Shows the changes that another user has saved meanwhile. Gets its texts as props, because `modal.confirm` draws it
 * outside the language context.
 */
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
