let address: string | undefined;
let loading: Promise<boolean> | undefined;

/** Sets the address of a stylesheet with the styles of antd. Without it, antd generates its styles in the browser. */
export function setAntdStylesheet(href: string | undefined): void {
  address = href;
}

/**
 * Loads the stylesheet, and returns whether it could be loaded. Returns false if no address was set. The stylesheet is
 * inserted before all others, where antd also puts generated styles. So the application's own rules take precedence.
 */
export function loadAntdStylesheet(): Promise<boolean> | boolean {
  if (address === undefined) return false;
  const href = address;
  loading ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve(true);
    link.onerror = () => {
      link.remove();
      resolve(false);
    };
    document.head.prepend(link);
  });
  return loading;
}
