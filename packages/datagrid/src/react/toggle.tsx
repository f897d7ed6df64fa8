import type { StructureTexts } from "../core/structure-texts.ts";

/**
 * Arrow that shows whether a line is open. In a group header, the user can click anywhere on the line. In a tree, only
 * the arrow reacts to clicks.
 */
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
