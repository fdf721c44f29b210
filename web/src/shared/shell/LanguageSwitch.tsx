import { getLocale, setLanguage } from "@/i18n";
import { cx } from "@/ui/cx";

/** Switches to the other language, whose name is shown in that language. */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  const other =
    getLocale() === "fr"
      ? ({ locale: "en", name: "English" } as const)
      : ({ locale: "fr", name: "Français" } as const);
  return (
    <button
      type="button"
      lang={other.locale}
      onClick={() => setLanguage(other.locale)}
      className={cx("shell-link", className)}
    >
      {other.name}
    </button>
  );
}
