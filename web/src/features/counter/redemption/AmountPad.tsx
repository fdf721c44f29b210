import { m } from "@/i18n";
import { getLocale } from "@/i18n";
import { formatPrice } from "@/lib/money";
import { Icon } from "@/ui/Icon";
import { keyClass } from "@/ui/form/keyClass";
import { inDollars, quickAmounts } from "./amount";

const KEY = `${keyClass} bg-surface-quiet text-ink min-h-[clamp(48px,8.2dvh,64px)]`;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

interface AmountPadProps {
  /** Balance of the card, in cents. */
  balance: number;
  /** Called with the character of a pressed key. */
  onKey: (key: string) => void;
  onErase: () => void;
  /** Called with a quick amount, in cents. */
  onAmount: (cents: number) => void;
}

/** Number pad with quick amounts. */
export function AmountPad({ balance, onKey, onErase, onAmount }: AmountPadProps) {
  const point = getLocale() === "fr" ? "," : ".";
  return (
    <>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {quickAmounts(balance).map((cents) => (
          <button
            key={cents}
            type="button"
            className="min-h-12 rounded-control bg-surface-tint px-1.5 py-1 leading-[1.15] font-[650] text-ink active:bg-[color-mix(in_oklab,var(--ink),var(--surface)_78%)]"
            onClick={() => onAmount(cents)}
          >
            {formatPrice(inDollars(cents))}
          </button>
        ))}
        <button
          type="button"
          className="min-h-12 rounded-control bg-surface-tint px-1.5 py-1 leading-[1.15] font-[650] text-ink active:bg-[color-mix(in_oklab,var(--ink),var(--surface)_78%)]"
          onClick={() => onAmount(balance)}
        >
          {m.counter_full_balance()}
        </button>
      </div>
      <div className="grid grid-cols-3 gap-2" role="group" aria-label={m.counter_pad()}>
        {DIGITS.map((digit) => (
          <button key={digit} type="button" className={KEY} onClick={() => onKey(digit)}>
            {digit}
          </button>
        ))}
        <button type="button" className={KEY} aria-label={m.counter_point()} onClick={() => onKey(".")}>
          {point}
        </button>
        <button type="button" className={KEY} onClick={() => onKey("0")}>
          0
        </button>
        <button type="button" className={KEY} aria-label={m.counter_erase()} onClick={onErase}>
          <Icon name="delete" size={28} />
        </button>
      </div>
    </>
  );
}
