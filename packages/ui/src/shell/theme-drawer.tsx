import CheckOutlined from "@ant-design/icons/es/icons/CheckOutlined";
import { Button, Drawer, Segmented, Switch } from "antd";
import { type ReactNode, useId } from "react";
import "./theme-drawer.css";
import {
  CustomColour,
  type PresetColour,
  type ThemeSettings,
  themeColours,
  useLocale,
  useMode,
  useTheme,
} from "../app/index.ts";

type FlagName = "dark" | "weak" | "fixedHeader" | "fixedSidebar" | "fixedBody" | "footer" | "tabBar";

function Row({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="sk-setting">
      <span id={id}>{label}</span>
      {children(id)}
    </div>
  );
}

function Flag({ name, label }: { readonly name: FlagName; readonly label: string }) {
  const value = useTheme((t) => t[name]);
  const change = useTheme((t) => t.change);
  return (
    <Row label={label}>
      {(id) => (
        <Switch size="small" aria-labelledby={id} checked={value} onChange={(v) => change({ [name]: v })} />
      )}
    </Row>
  );
}

function Choice<K extends "sidebar" | "header" | "tabStyle">({
  name,
  label,
  options,
}: {
  readonly name: K;
  readonly label: string;
  readonly options: readonly { readonly value: ThemeSettings[K]; readonly label: string }[];
}) {
  const value = useTheme((t) => t[name]);
  const change = useTheme((t) => t.change);
  return (
    <Row label={label}>
      {(id) => (
        <Segmented
          size="small"
          aria-labelledby={id}
          value={value}
          options={[...options]}
          onChange={(v) => change({ [name]: v })}
        />
      )}
    </Row>
  );
}

/** A small drawing for each layout of the application. */
const layouts: Readonly<Record<ThemeSettings["layout"], ReactNode>> = {
  side: (
    <>
      <rect width="16" height="40" className="sk-layout-dark" />
      <rect x="16" width="44" height="9" className="sk-layout-bar" />
    </>
  ),
  top: <rect width="60" height="10" className="sk-layout-dark" />,
  mixed: (
    <>
      <rect width="60" height="10" className="sk-layout-dark" />
      <rect y="10" width="16" height="30" className="sk-layout-bar" />
    </>
  ),
};

function LayoutChoice() {
  const { shell } = useLocale();
  const layout = useTheme((t) => t.layout);
  const change = useTheme((t) => t.change);
  return (
    <fieldset className="sk-layouts">
      <legend>{shell.theme.layout}</legend>
      {(["side", "top", "mixed"] as const).map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="sk-layout"
            checked={layout === name}
            onChange={() => change({ layout: name })}
          />
          <svg viewBox="0 0 60 40" aria-hidden="true">
            <rect width="60" height="40" className="sk-layout-page" />
            {layouts[name]}
          </svg>
          {shell.theme[name]}
        </label>
      ))}
    </fieldset>
  );
}

function ColourChoice() {
  const { shell } = useLocale();
  const mode = useMode();
  const colour = useTheme((t) => t.colour);
  const change = useTheme((t) => t.change);
  return (
    <fieldset className="sk-colours">
      <legend>{shell.theme.colour}</legend>
      {(Object.keys(themeColours) as PresetColour[]).map((name) => (
        <label key={name} title={shell.theme.colours[name]} style={{ background: themeColours[name][mode] }}>
          <input
            type="radio"
            name="sk-colour"
            aria-label={shell.theme.colours[name]}
            checked={colour === name}
            onChange={() => change({ colour: name })}
          />
          {colour === name && <CheckOutlined />}
        </label>
      ))}
      <CustomColour />
    </fieldset>
  );
}

/**
 * Shows all theme settings of spec admin §2. A change takes effect at once and is stored in the browser under the key
 * `theme`.
 */
export function ThemeDrawer({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { shell } = useLocale();
  const t = shell.theme;
  const reset = useTheme((s) => s.reset);
  return (
    <Drawer
      title={t.title}
      open={open}
      onClose={onClose}
      size={320}
      footer={
        <Button block onClick={reset}>
          {t.reset}
        </Button>
      }
    >
      <div className="sk-settings">
        <ColourChoice />
        <Flag name="dark" label={t.darkMode} />
        <Flag name="weak" label={t.weak} />
        <h2>{t.arrangement}</h2>
        <LayoutChoice />
        <Choice
          name="sidebar"
          label={t.sidebar}
          options={[
            { value: "dark", label: t.dark },
            { value: "light", label: t.light },
          ]}
        />
        <Choice
          name="header"
          label={t.header}
          options={[
            { value: "light", label: t.light },
            { value: "dark", label: t.dark },
            { value: "primary", label: t.primary },
          ]}
        />
        <Flag name="fixedHeader" label={t.fixedHeader} />
        <Flag name="fixedSidebar" label={t.fixedSidebar} />
        <Flag name="fixedBody" label={t.fixedBody} />
        <h2>{t.display}</h2>
        <Flag name="footer" label={t.footer} />
        <Flag name="tabBar" label={t.tabBar} />
        <Choice
          name="tabStyle"
          label={t.tabStyle}
          options={[
            { value: "default", label: t.tabDefault },
            { value: "dot", label: t.tabDot },
            { value: "card", label: t.tabCard },
          ]}
        />
      </div>
    </Drawer>
  );
}
