// Plain JavaScript, so that Node 20 can load this file for the configurations of Vite and Vitest.
import { createRequire } from "node:module";

const fromAntd = createRequire(createRequire(import.meta.url).resolve("antd/package.json"));

/**
 * Styles of antd that the application needs, each as a call of one of antd's style functions. `file`: file below antd's
 * folder `lib` that exports the function. `prefix`: class prefix for which the styles are made. `resetClass`: class
 * that gets antd's basic styles for fonts and box sizes (default: the prefix). `hook`: name of the export (default:
 * `default`). A component that is missing here would have no styles; apps/gallery/src/setup.ts finds that out.
 *
 * @type {readonly (readonly [file: string, prefix: string, resetClass?: string, hook?: string])[]}
 */
export const styles = [
  ["_util/wave/style", "ant-wave"],
  ["alert/style", "ant-alert"],
  ["app/style", "ant-app"],
  ["badge/style", "ant-badge"],
  ["button/style", "ant-btn"],
  ["button/style/compact", "ant-btn"],
  ["card/style", "ant-card"],
  ["carousel/style", "ant-carousel"],
  ["cascader/style", "ant-cascader", "ant-cascader-css-var"],
  ["checkbox/style", "ant-checkbox", "ant-checkbox-css-var"],
  ["collapse/style", "ant-collapse"],
  ["date-picker/style", "ant-picker", "ant-picker-css-var"],
  ["descriptions/style", "ant-descriptions"],
  ["drawer/style", "ant-drawer"],
  ["dropdown/style", "ant-dropdown", "ant-dropdown-css-var"],
  ["empty/style", "ant-empty"],
  ["form/style", "ant-form", "ant-form-css-var"],
  ["form/style/fallbackCmp", "ant-form"],
  ["grid/style", "ant-col", "ant-col", "useColStyle"],
  ["grid/style", "ant-row", "ant-row", "useRowStyle"],
  ["image/style", "ant-image", "ant-image-css-var"],
  ["input-number/style", "ant-input-number", "ant-input-number-css-var"],
  ["input/style", "ant-input", "ant-input", "useSharedStyle"],
  ["input/style", "ant-input", "ant-input-css-var"],
  ["input/style/search", "ant-input-search"],
  ["input/style/textarea", "ant-input", "ant-input-css-var"],
  ["menu/style", "ant-menu", "ant-menu-css-var"],
  ["message/style", "ant-message", "ant-message-css-var"],
  ["modal/style", "ant-modal", "ant-modal-css-var"],
  ["modal/style/confirm", "ant-modal"],
  ["notification/style", "ant-notification", "ant-notification-css-var"],
  ["pagination/style", "ant-pagination"],
  ["popover/style", "ant-popover"],
  ["progress/style", "ant-progress"],
  ["radio/style", "ant-radio", "ant-radio-css-var"],
  ["result/style", "ant-result"],
  ["segmented/style", "ant-segmented"],
  ["select/style", "ant-select", "ant-select-css-var"],
  ["skeleton/style", "ant-skeleton"],
  ["space/style", "ant-space"],
  ["space/style/addon", "ant-space-addon"],
  ["space/style/compact", "ant-space-compact"],
  ["spin/style", "ant-spin"],
  ["steps/style", "ant-steps"],
  ["switch/style", "ant-switch"],
  ["table/style", "ant-table", "ant-table-css-var"],
  ["tabs/style", "ant-tabs", "ant-tabs-css-var"],
  ["tag/style", "ant-tag"],
  ["tag/style/presetCmp", "ant-tag"],
  ["tag/style/statusCmp", "ant-tag"],
  ["timeline/style", "ant-timeline"],
  ["tooltip/style", "ant-tooltip", "ant-tooltip-css-var"],
  ["tree/style", "ant-tree"],
  // tree-select is an exception: its third element is the class prefix of the tree, because its style function takes
  // this prefix as the second argument.
  ["tree-select/style", "ant-tree-select", "ant-select-tree"],
  ["typography/style", "ant-typography"],
  ["upload/style", "ant-upload", "ant-upload-wrapper"],
];

/**
 * Files of `styles` whose export is a React component instead of a function: styles of a part of a component, such as
 * the buttons of a group. antd's production code does not tell the two apart.
 */
const parts = new Set([
  "button/style/compact",
  "form/style/fallbackCmp",
  "modal/style/confirm",
  "tag/style/presetCmp",
  "tag/style/statusCmp",
]);

/**
 * Returns the styles of antd as one stylesheet. antd otherwise generates them in the browser when a component first
 * appears, which delays the start and each first dialog. The stylesheet does not depend on theme, colour mode or size
 * of the controls, because antd keeps these in CSS variables, which it still sets in the browser.
 */
export function makeAntdStyles() {
  const { createElement: h } = fromAntd("react");
  const { renderToString } = fromAntd("react-dom/server");
  const { createCache, extractStyle, StyleProvider } = fromAntd("@ant-design/cssinjs");
  const { ConfigProvider } = fromAntd("antd");
  const cache = createCache();
  const Styles = () =>
    styles.map(([file, prefixCls, rootCls = prefixCls, hook = "default"]) => {
      const style = fromAntd(`./lib/${file}`)[hook];
      if (parts.has(file)) return h(style, { key: file, prefixCls, rootCls });
      style(prefixCls, rootCls);
      return null;
    });
  const theme = { cssVar: { key: "sk" }, hashed: false };
  renderToString(h(StyleProvider, { cache }, h(ConfigProvider, { theme }, h(Styles))));
  const css = extractStyle(cache, { plain: true, types: ["style"] });
  // A part that is called as a function gets no class prefix.
  if (css.includes("undefined")) throw new Error("antd-styles.mjs: add the missing file to `parts`");
  return css;
}

const name = "virtual:antd-styles";

/**
 * Creates a plugin for the module `virtual:antd-styles`. Its default export is the address of the stylesheet in a
 * build. It is undefined during development, where antd generates its styles in the browser.
 *
 * @returns {import("vite").Plugin}
 */
export function antdStyles() {
  let isBuild = false;
  return {
    name: "antd-styles",
    configResolved: ({ command }) => {
      isBuild = command === "build";
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      if (!isBuild) return "export default undefined";
      const file = this.emitFile({ type: "asset", name: "antd.css", source: makeAntdStyles() });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
  };
}
