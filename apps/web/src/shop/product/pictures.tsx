import { productPicture } from "@shotkeeper/contract/product";
import { configurableType, shopPictures } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { Carousel } from "antd";
import { counterViews } from "../parts/counter-views.tsx";
import { useRows } from "../parts/data.ts";
import type { Goods } from "../parts/goods.ts";
import { GoodsPicture } from "../parts/pictures.tsx";

type Part = (typeof productPicture)[keyof typeof productPicture];

function usePhotos(goodsId: string, part: Part) {
  const { data } = useRows(shopPictures, { where: [{ field: "goodsId", operator: "EQ", value: goodsId }] });
  return (data?.rows ?? []).filter((p) => p.part === part);
}

function Photo({ g, path }: { readonly g: Goods; readonly path: string | null }) {
  return <GoodsPicture goodsId={g.goodsId} goodsType={g.goodsType} name={g.goodsName} path={path} />;
}

function DrawnViews({ g }: { readonly g: Goods }) {
  const { views } = useLocale().shop.product;
  return (
    <Carousel arrows>
      <Photo g={g} path={null} />
      {counterViews.map(({ key, drawing }) => (
        <span key={key} className="shop-picture">
          <svg
            viewBox="0 0 240 200"
            className="shop-drawing"
            role="img"
            aria-label={`${g.goodsName ?? ""} · ${views[key]}`}
          >
            {drawing}
          </svg>
        </span>
      ))}
    </Carousel>
  );
}

export function Gallery({ g }: { readonly g: Goods }) {
  const photos = usePhotos(g.goodsId, productPicture.main);
  // Without photos, a counter is drawn from several sides.
  if (photos.length === 0 && g.goodsType === configurableType) return <DrawnViews g={g} />;
  if (photos.length < 2) return <Photo g={g} path={photos[0]?.filePath ?? null} />;
  return (
    <Carousel arrows>
      {photos.map((p) => (
        <Photo key={p.fileId} g={g} path={p.filePath} />
      ))}
    </Carousel>
  );
}

export function Introduction({ g }: { readonly g: Goods }) {
  const t = useLocale().shop.product;
  return (
    <div className="shop-intro">
      {usePhotos(g.goodsId, productPicture.introduction).map((p) => (
        <Photo key={p.fileId} g={g} path={p.filePath} />
      ))}
      <dl className="shop-facts">
        <dt>{t.code}</dt>
        <dd>{g.goodsId}</dd>
        <dt>{t.model}</dt>
        <dd>{g.goodsModel ?? "–"}</dd>
      </dl>
      <p>{g.remark}</p>
      {g.goodsType === configurableType && (
        <>
          <h3>{t.pointsTitle}</h3>
          <ul className="shop-points">
            {[t.points0, t.points1, t.points2, t.points3].map((p) => (
              <li key={p}>{p}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
