import { StoredImage } from "@shotkeeper/ui/cells";
import { drawings } from "./drawings.tsx";

/** Drawing for a product without a photo. Products without a specific drawing get the drawing of their type. */
function Drawing({
  goodsId,
  goodsType,
  label,
}: {
  readonly goodsId: string;
  readonly goodsType: number;
  readonly label: string;
}) {
  const drawing =
    drawings[goodsId] ??
    (goodsType === 0 ? drawings.JS001 : goodsType === 1 ? drawings.RJ001 : drawings.J002);
  return (
    <svg
      viewBox="0 0 240 200"
      className="shop-drawing"
      role={label ? "img" : "presentation"}
      aria-label={label || undefined}
    >
      {drawing}
    </svg>
  );
}

interface PictureProps {
  readonly goodsId: string;
  readonly goodsType: number | null;
  readonly name: string;
  /** Path of the product's photo. Without a photo, a drawing is shown. */
  readonly path?: string | null;
}

export function GoodsPicture({ goodsId, goodsType, name, path }: PictureProps) {
  return (
    <span className="shop-picture">
      {path ? (
        <StoredImage path={path} alt={name} broken={name} />
      ) : (
        <Drawing goodsId={goodsId} goodsType={goodsType ?? 2} label={name} />
      )}
    </span>
  );
}
