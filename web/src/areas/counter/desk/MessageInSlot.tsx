import { m } from "@/i18n";
import type { SlotMessage } from "@/features/counter/slot/cardSlot";
import { Button } from "@/ui/form/Button";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";

/** Error or result in the card slot, as large as a balance so that the clerk doesn't take it for the previous card. */
export function MessageInSlot({ tone, title, text, onRetry }: SlotMessage) {
  const isRefusal = tone === "danger";
  return (
    <section
      role={isRefusal ? "alert" : "status"}
      className={cx(
        "grid justify-items-center gap-4 rounded-panel px-5 py-8 text-center lg:min-h-96 lg:content-center",
        isRefusal ? "bg-danger-quiet" : "bg-success-quiet",
      )}
    >
      <Icon
        name={isRefusal ? "circle-exclamation-point" : "circle-check"}
        size={64}
        className={isRefusal ? "text-danger" : "text-success"}
      />
      <h2 className="font-display text-[clamp(1.75rem,5vw,2.75rem)]/[1.1] font-title text-balance">
        {title}
      </h2>
      {text && <p className="max-w-[36ch] text-lg/normal">{text}</p>}
      {onRetry && (
        <Button size="large" onClick={onRetry}>
          {m.counter_unsure_repeat()}
        </Button>
      )}
    </section>
  );
}
