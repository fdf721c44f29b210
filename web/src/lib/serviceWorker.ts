const LATER_MS = 3000;

/**
 * Registers the service worker, which shows our own page without a network. Delayed, so that the
 * page's own requests come first.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => undefined), LATER_MS);
}
