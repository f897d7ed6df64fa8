import "../cells/changes.css";

/** A field that another user has changed while the form was open. */
export interface ConcurrentChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /**
   * Sentence with the value that the user of the form has entered in the same field. Undefined if this user has not
   * changed the field.
   */
  readonly mine: string | undefined;
}

interface TheirChangesProps {
  /** Sentence that says which user saved the changes, and when. */
  readonly by: string;
  readonly changes: readonly ConcurrentChange[];
  /** Sentence that tells the user how to go on. */
  readonly lead: string;
}

/**
 * List of the changes that another user has saved while the form was open. The texts are props, because `modal.confirm`
 * draws the list outside of the language context.
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
