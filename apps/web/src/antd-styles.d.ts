// The plugin in packages/ui/build/antd-styles.mjs provides this module.
declare module "virtual:antd-styles" {
  /** Address of the stylesheet with antd's styles. Undefined during development. */
  const address: string | undefined;
  export default address;
}
