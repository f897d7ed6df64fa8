import { useLocale } from "@shotkeeper/ui/app";
import { Button, Empty } from "antd";
import { Link } from "react-router";

export default function NotFoundPage() {
  const { shell, shop } = useLocale();
  return (
    <Empty className="shop-card" description={<h1 className="shop-title">{shell.notFound.title}</h1>}>
      <Link to="/Shop/index">
        <Button type="primary">{shop.nav.backToShop}</Button>
      </Link>
    </Empty>
  );
}
