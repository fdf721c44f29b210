// A new release takes the old release's files away. A tab that is still open then fails to load its next page's code.
import { tabText } from "@/lib/storage";

const lastMissing = tabText("missingCode");

/** Fetches the app anew when code of this release is gone: once for each missing piece, so that nothing can loop. */
export function reloadWhenOutdated(reload: () => void): void {
  window.addEventListener("vite:preloadError", (event) => {
    if (lastMissing.read() === event.payload.message) return;
    lastMissing.write(event.payload.message);
    event.preventDefault();
    reload();
  });
}
