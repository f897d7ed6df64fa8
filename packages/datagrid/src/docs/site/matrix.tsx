import { type ReactNode, useState } from "react";
import { type Answer, type Feature, products } from "../features.ts";

const signs: Readonly<Record<Answer, string>> = {
  yes: "✓",
  paid: "paid",
  partly: "partly",
  no: "–",
  unsure: "not sure",
};

/** Source texts of all tests, by the path of the file. */
const sources = import.meta.glob<string>(["../../**/*.test.{ts,tsx}", "../testing/*.ts"], {
  query: "?raw",
  import: "default",
});

/** Returns the source lines of the test whose title contains a text. */
function testOf(source: string, title: string): string {
  const lines = source.split("\n");
  const start = lines.findIndex((line) => line.includes(title));
  const indent = /^ */.exec(lines[start] ?? "")?.[0] ?? "";
  const end = lines.findIndex((line, at) => at > start && new RegExp(`^${indent}[^ ]`).test(line));
  return lines
    .slice(start, end + 1)
    .map((line) => line.slice(indent.length))
    .join("\n");
}

/** Names a test, and shows its source code when the reader opens it. */
function TestCode({ file, title }: { readonly file: string; readonly title: string }): ReactNode {
  const [code, setCode] = useState<string>();
  const load = sources[file.startsWith("docs/") ? file.replace("docs", "..") : `../../${file}`];
  return (
    <details onToggle={() => void load?.().then((source) => setCode(testOf(source, title)))}>
      <summary>
        <code>src/{file}</code>
        <small>“{title}”</small>
      </summary>
      {code !== undefined && <pre>{code}</pre>}
    </details>
  );
}

/**
 * Compares features. Each line links to an example of the feature, and shows the test that proves that the feature
 * works.
 */
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
              <td>{test && <TestCode file={test[0]} title={test[1]} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
