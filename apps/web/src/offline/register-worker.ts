/**
 * Registers the service worker, which stores the application on this device. Browsers offer service workers only to
 * pages loaded over HTTPS or from localhost. The development server has no worker.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("./sw.js", { type: "module", updateViaCache: "none" });
  } catch (cause) {
    console.warn("The application cannot be opened without a connection", cause);
  }
}
