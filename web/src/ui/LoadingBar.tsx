import { m } from "@/i18n";

/** At the very top, for anything that takes longer than a blink (the 300 ms are in motion.css). */
export function LoadingBar({ isLoading }: { isLoading: boolean }) {
  return isLoading ? <div role="progressbar" aria-label={m.kit_loading()} className="loading-bar" /> : null;
}
