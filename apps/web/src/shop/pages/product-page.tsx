import { configurableType } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { Button, Empty, Skeleton, Tabs } from "antd";
import { Link, useSearchParams } from "react-router";
import Failure from "../parts/failure.tsx";
import { Installation } from "../parts/installation.tsx";
import { Order } from "../product/order.tsx";
import { Gallery, Introduction } from "../product/pictures.tsx";
import { useProduct } from "../product/use-product.ts";

export default function ProductPage() {
  const [search] = useSearchParams();
  const id = search.get("id") ?? "";
  const { shop } = useLocale();
  const t = shop.product;
  const { goods: g, isReady, error, prices } = useProduct(id);
  if (!isReady) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (error) return <Failure error={error} />;
  if (!g)
    return (
      <Empty description={t.gone}>
        <Link to="/Shop/index">
          <Button type="primary">{shop.nav.shop}</Button>
        </Link>
      </Empty>
    );
  return (
    <>
      <div className="shop-card shop-product">
        <Gallery g={g} />
        <Order key={g.goodsId} g={g} prices={prices} />
      </div>
      <section className="shop-card">
        <Tabs
          items={[
            { key: "info", label: t.info, children: <Introduction g={g} /> },
            ...(g.goodsType === configurableType
              ? [{ key: "install", label: t.install, children: <Installation /> }]
              : []),
          ]}
        />
      </section>
    </>
  );
}
