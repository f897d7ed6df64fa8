import type { StructureTexts } from "../core/structure-texts.ts";

/** Arrow that shows whether a line is open. The whole line of a group can be clicked; in a tree, only the arrow. */
export function Toggle({ isOpen, texts }: { readonly isOpen: boolean; readonly texts: StructureTexts }) {
  return (
    <span
      role="img"
      data-toggle=""
      className={`dg-toggle${isOpen ? " dg-open" : ""}`}
      aria-label={isOpen ? texts.collapse : texts.expand}
    />
  );
}
