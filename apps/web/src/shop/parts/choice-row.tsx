import type { ReactNode } from "react";

interface ChoiceRowProps {
  readonly label: string;
  /** True if the row has several controls. Screen readers then announce the label as the name of the group. */
  readonly isGroup?: boolean;
  readonly children: ReactNode;
}

/**
 * Row with a label and its controls, inside an element of the class shop-rows. All rows of this element share the
 * column of the labels. So all controls begin at the same place in every language.
 */
export function ChoiceRow({ label, isGroup = false, children }: ChoiceRowProps) {
  const content = (
    <>
      <span className="shop-choice-label">{label}</span>
      <div className="shop-choice-value">{children}</div>
    </>
  );
  return isGroup ? (
    <fieldset className="shop-choice" aria-label={label}>
      {content}
    </fieldset>
  ) : (
    <div className="shop-choice">{content}</div>
  );
}
