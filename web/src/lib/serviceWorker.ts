const LATER_MS = 3000;

/** With it a page that finds no network is one of ours. Late: what the page itself asks for comes first. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => undefined), LATER_MS);
}
