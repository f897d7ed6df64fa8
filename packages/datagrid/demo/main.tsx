import { App as AntApp, Button, ConfigProvider, Input, Segmented, Space, theme } from "antd";
import { StrictMode, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import "antd/dist/reset.css";
import "../src/react/datagrid.css";
import { ALL_ROWS, DataGrid, type GridHandle, type GridLocale, gridTexts } from "../src/antd/index.ts";
import { columns, FakeServer, million, type Part, rows } from "./data.ts";
import { Plan } from "./plan.tsx";

const parameters = new URLSearchParams(location.search);
const rowKey = (row: Part): string => row.id;
const server = new FakeServer();

function Demo() {
  const [kind, setKind] = useState(parameters.get("kind") ?? "server");
  const [dark, setDark] = useState(parameters.has("dark"));
  const [locale, setLocale] = useState<GridLocale>((parameters.get("locale") as GridLocale | null) ?? "en");
  const [search, setSearch] = useState("");
  const grid = useRef<GridHandle<Part>>(null);
  const array = useMemo(() => ({ rows: rows(kind === "array" ? 100_000 : 0) }), [kind]);
  const source = kind === "array" ? array : kind === "million" ? million : server;
  return (
    <ConfigProvider
      theme={{
        algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        // Sets antd's font size to the grid's 13 px. The default of antd is 14 px.
        token: { fontSize: 13 },
      }}
    >
      <AntApp>
        <Page>
          <Space wrap style={{ marginBottom: 12 }}>
            <Segmented
              size="small"
              value={kind}
              options={["server", "array", "million", "plan"]}
              onChange={setKind}
            />
            <Segmented<GridLocale>
              size="small"
              value={locale}
              options={["zh_CN", "zh_TW", "en"]}
              onChange={setLocale}
            />
            <Button size="small" onClick={() => setDark(!dark)}>
              Dark
            </Button>
            <Button
              size="small"
              onClick={() => {
                server.failing = !server.failing;
              }}
            >
              Break the server
            </Button>
          </Space>
          <div style={{ flex: 1, minHeight: 0 }}>
            {kind === "plan" ? (
              <Plan locale={locale} />
            ) : (
              <DataGrid<Part>
                key={kind}
                ref={grid}
                id={`demo-${kind}`}
                label="Parts"
                columns={linked}
                rowKey={rowKey}
                source={source}
                search={search}
                selectable
                size={parameters.has("mini") ? "mini" : "default"}
                pageSize={kind === "server" ? 50 : ALL_ROWS}
                texts={gridTexts[locale]}
                rowActions={actions}
                actionsWidth={72}
                toolbar={
                  <Input.Search
                    size="small"
                    allowClear
                    placeholder="Search"
                    style={{ width: 180 }}
                    onSearch={setSearch}
                  />
                }
              />
            )}
          </div>
        </Page>
      </AntApp>
    </ConfigProvider>
  );
}

/**
 * The demo's columns, with links in the column of makers. A click on a link follows it; a drag that begins on a link
 * selects a range of cells.
 */
const linked = columns.map((column) =>
  column.key === "maker"
    ? { ...column, render: (maker: unknown) => <a href={`#${maker}`}>{String(maker)}</a> }
    : column,
);

const actions = (row: Part) => (
  <Button type="link" size="small" style={{ paddingInline: 0 }} aria-label={`Edit ${row.id}`}>
    Edit
  </Button>
);

function Page({ children }: { children: React.ReactNode }) {
  const { token } = theme.useToken();
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        height: "100dvh",
        padding: 12,
        boxSizing: "border-box",
        background: token.colorBgLayout,
      }}
    >
      {children}
    </div>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Demo />
    </StrictMode>,
  );
}
