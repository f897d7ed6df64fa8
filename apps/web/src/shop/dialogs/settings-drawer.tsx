import { languageNames, localeCodes } from "@shotkeeper/locales";
import {
  CustomColour,
  type PresetColour,
  themeColours,
  useLocale,
  useLocaleCode,
  useMode,
  useTheme,
} from "@shotkeeper/ui/app";
import { Drawer, Form, Select, Switch } from "antd";

/** Drawer for the settings that the browser stores: language and theme. */
export function SettingsDrawer({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { shop, shell } = useLocale();
  const t = shop.settings;
  const { dark, weak, colour, change } = useTheme();
  const mode = useMode();
  const { code, choose } = useLocaleCode();
  return (
    <Drawer title={t.title} open={open} onClose={onClose} size={320}>
      <Form layout="vertical">
        <Form.Item label={t.language}>
          <Select
            aria-label={t.language}
            value={code}
            onChange={choose}
            options={localeCodes.map((value) => ({ value, label: languageNames[value] }))}
          />
        </Form.Item>
        <Form.Item label={t.colour}>
          <div className="shop-colours">
            {(Object.keys(themeColours) as PresetColour[]).map((name) => (
              <button
                key={name}
                type="button"
                aria-label={shell.theme.colours[name]}
                title={shell.theme.colours[name]}
                aria-pressed={name === colour}
                style={{ background: themeColours[name][mode] }}
                onClick={() => change({ colour: name })}
              />
            ))}
            <CustomColour />
          </div>
        </Form.Item>
        <Form.Item label={t.dark}>
          <Switch aria-label={t.dark} checked={dark} onChange={(v) => change({ dark: v })} />
        </Form.Item>
        <Form.Item label={t.weak}>
          <Switch aria-label={t.weak} checked={weak} onChange={(v) => change({ weak: v })} />
        </Form.Item>
      </Form>
    </Drawer>
  );
}
