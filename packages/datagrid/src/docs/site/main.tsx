import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import "../../plain/style.css";
import "./site.css";
import { accessibility } from "../accessibility.ts";
import { features, products } from "../features.ts";
import { Api } from "./api.tsx";
import { Matrix } from "./matrix.tsx";
import { Prose } from "./prose.tsx";

const modules = import.meta.glob<{ default: ComponentType }>("../examples/*.tsx");
const sources = import.meta.glob<string>("../examples/*.tsx", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Order of the examples: the simple ones first. Other examples follow by name. */
const first = ["rows-in-memory", "lazy-rows", "columns", "filters-in-the-address", "selection", "editing"];
const placeOf = (id: string): number => (first.includes(id) ? first.indexOf(id) : first.length);
const examples = Object.entries(sources)
  .map(([file, source]) => ({
    id: /([^/]+)\.tsx$/.exec(file)?.[1] ?? file,
    load: modules[file],
    // Replaces relative imports by the name of the package, because readers import the package by its name.
    code: source
      .replace(/"\.\.\/\.\.\/plain\/index\.ts"/g, '"@shotkeeper/datagrid"')
      .replace(/"\.\.\/\.\.\/(\w+)\/index\.ts"/g, '"@shotkeeper/datagrid/$1"'),
    description: (/\/\*\*([\s\S]*?)\*\/\s*export default/.exec(source)?.[1] ?? "")
      .replace(/\s*\*\s+/g, " ")
      .trim(),
  }))
  .sort((a, b) => placeOf(a.id) - placeOf(b.id) || a.id.localeCompare(b.id));

const names: Readonly<Record<string, string>> = { csv: "CSV", excel: "Excel" };
function titleOf(id: string): string {
  const title = id.replaceAll(/\w+/g, (word) => names[word] ?? word).replaceAll("-", " ");
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

/** Loads and shows the example when the user scrolls to less than 300 px from it. */
function Live({ load }: { load: (() => Promise<{ default: ComponentType }>) | undefined }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [Example, setExample] = useState<ComponentType>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void load?.().then((module) => setExample(() => module.default));
      },
      { rootMargin: "300px" },
    );
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [load]);
  return (
    <div ref={box} className="live">
      {Example && <Example />}
    </div>
  );
}

function Site(): ReactNode {
  const [scheme, setScheme] = useState("light dark");
  useEffect(() => {
    document.documentElement.style.colorScheme = scheme;
  }, [scheme]);
  // The browser has looked for the address's section before it was rendered.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <header>
        <h1>@shotkeeper/datagrid</h1>
        <label>
          Colours{" "}
          <select value={scheme} onChange={(event) => setScheme(event.target.value)}>
            <option value="light dark">of the system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
      </header>
      <nav aria-label="Contents">
        {examples.map(({ id }) => (
          <a key={id} href={`#example-${id}`}>
            {titleOf(id)}
          </a>
        ))}
        <a href="#features">Features compared</a>
        <a href="#accessibility">Accessibility compared</a>
        <a href="#api">API</a>
      </nav>
      <main>
        {examples.map(({ id, load, code, description }) => (
          <section key={id} id={`example-${id}`} aria-label={titleOf(id)}>
            <h2>{titleOf(id)}</h2>
            <p>
              <Prose text={description} />
            </p>
            <Live load={load} />
            <details>
              <summary>Code</summary>
              <pre>{code}</pre>
            </details>
          </section>
        ))}
        <section id="features">
          <h2>Features compared</h2>
          <p>
            The answers are those of the public documents as known in the first half of 2025, and were not
            checked since. “Not sure” means that the documents did not say it clearly.
          </p>
          <ul>
            {products.map(({ name, detail }) => (
              <li key={name}>
                {name}: {detail}.
              </li>
            ))}
          </ul>
          <Matrix features={features} caption="Features" />
        </section>
        <section id="accessibility">
          <h2>Accessibility compared</h2>
          <Matrix features={accessibility} caption="Accessibility" />
        </section>
        <section id="api">
          <h2>API</h2>
          <p>Read from the types of the package.</p>
          <Api />
        </section>
      </main>
    </>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Site />);
