import { useLocale } from "@shotkeeper/ui/app";
import { Button, Result } from "antd";
import { Link } from "react-router";

export default function NotFoundPage() {
  const { frame, shop } = useLocale();
  return (
    <Result
      status="404"
      title={frame.notFound.title}
      extra={
        <Link to="/Shop/index">
          <Button type="primary">{shop.nav.shop}</Button>
        </Link>
      }
    />
  );
}
