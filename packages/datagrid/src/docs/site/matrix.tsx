import type { ReactNode } from "react";
import { type Answer, type Feature, products } from "../features.ts";

const signs: Readonly<Record<Answer, string>> = {
  yes: "✓",
  paid: "paid",
  partly: "partly",
  no: "–",
  unsure: "not sure",
};

/** Compares features. Each line links its example, and names the test that proves it. */
export function Matrix({ features, caption }: { features: readonly Feature[]; caption: string }): ReactNode {
  return (
    <div className="wide">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Feature</th>
            <th scope="col">This grid</th>
            {products.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Test</th>
          </tr>
        </thead>
        <tbody>
          {features.map(({ name, example, test, ours, others, note }) => (
            <tr key={name}>
              <th scope="row">
                {example === undefined ? name : <a href={`#example-${example}`}>{name}</a>}
                {note !== undefined && <small>{note}</small>}
              </th>
              <td className={ours}>{signs[ours]}</td>
              {products.map((product, at) => (
                <td key={product.name} className={others[at]}>
                  {signs[others[at] ?? "unsure"]}
                </td>
              ))}
              <td>
                {test && (
                  <>
                    <code>src/{test[0]}</code>
                    <small>“{test[1]}”</small>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
