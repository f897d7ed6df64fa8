/** Rectangle beside which a popover or menu opens, px from the upper left corner of the grid. */
export interface AnchorBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function anchorOf(
  root: HTMLElement,
  box: { left: number; top: number; width: number; height: number },
): AnchorBox {
  const origin = root.getBoundingClientRect();
  return { left: box.left - origin.left, top: box.top - origin.top, width: box.width, height: box.height };
}
