import { m } from "@/i18n";

/** Progress bar at the top of the page. It appears after 300 ms (motion.css). */
export function LoadingBar({ isLoading }: { isLoading: boolean }) {
  return isLoading ? <div role="progressbar" aria-label={m.kit_loading()} className="loading-bar" /> : null;
}
