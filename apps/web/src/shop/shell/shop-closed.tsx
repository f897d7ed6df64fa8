import { loginAddress } from "@shotkeeper/ui/app";
import { Link, useLocation } from "react-router";
import { TakeOver } from "../parts/take-over.ts";
import { useTexts } from "../parts/texts.ts";

/** Page for visitors of a shop that does not exist or is not open to visitors. */
export function ShopClosed() {
  const { shop } = useTexts();
  const location = useLocation();
  const t = shop.closed;
  return (
    <section className="shop-card shop-closed">
      <TakeOver />
      <h1>{t.title}</h1>
      <p>{t.text}</p>
      <ul>
        <li>{t.check}</li>
        <li>{t.ask}</li>
        <li>{t.hasAccount}</li>
      </ul>
      <Link className="shop-login" to={loginAddress(location)}>
        {shop.nav.logIn}
      </Link>
    </section>
  );
}
