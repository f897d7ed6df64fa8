import { useLocale } from "@shotkeeper/ui/app";
import { Button, Result } from "antd";
import { Link } from "react-router";

export default function NotFoundPage() {
  const { shell, shop } = useLocale();
  return (
    <Result
      status="404"
      title={shell.notFound.title}
      extra={
        <Link to="/Shop/index">
          <Button type="primary">{shop.nav.shop}</Button>
        </Link>
      }
    />
  );
}
