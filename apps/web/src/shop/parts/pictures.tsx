import { StoredImage } from "@shotkeeper/ui/cells";
import { drawings } from "./drawings.tsx";

/** What we draw of goods that nobody has photographed; goods of which we know nothing are a box. */
function Drawing({
  goodsId,
  goodsType,
  label,
}: {
  readonly goodsId: string;
  readonly goodsType: number;
  readonly label: string;
}) {
  const known =
    drawings[goodsId] ??
    (goodsType === 0 ? drawings.JS001 : goodsType === 1 ? drawings.RJ001 : drawings.J002);
  return (
    <svg
      viewBox="0 0 240 200"
      className="shop-drawing"
      role={label ? "img" : "presentation"}
      aria-label={label || undefined}
    >
      {known}
    </svg>
  );
}

interface PictureProps {
  readonly goodsId: string;
  readonly goodsType: number | null;
  readonly name: string;
  /** FILE_PATH of a photo. */
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
