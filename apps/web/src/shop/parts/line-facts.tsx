import { useLocale } from "@shotkeeper/ui/app";
import { Fragment } from "react";
import { type ConfiguredLine, configurationFacts } from "./goods.ts";

/** Short facts with dots between them. A fact is divided between two lines only if it is longer than a line. */
export function Facts({ of }: { readonly of: readonly (string | null | undefined | false)[] }) {
  return (
    <span className="sk-faint">
      {of
        .filter((fact): fact is string => typeof fact === "string" && fact !== "")
        .map((fact, i) => (
          <Fragment key={fact}>
            {i > 0 && " · "}
            <span className="shop-part">{fact}</span>
          </Fragment>
        ))}
    </span>
  );
}

/**
 * Product code and configuration of a line of the cart or of an order. Documents and quick orders name a product by the
 * same code, so that a customer recognizes an article in all places.
 */
export function LineFacts({ l }: { readonly l: ConfiguredLine }) {
  return <Facts of={[l.goodsId, ...configurationFacts(l, useLocale())]} />;
}
