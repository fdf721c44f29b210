import "./keys.css";
import { m } from "@/i18n";
import { getLocale } from "@/i18n";
import { formatPrice } from "@/lib/money";
import { Icon } from "@/ui/Icon";
import { inDollars, quickAmounts } from "./amount";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

interface AmountPadProps {
  /** What is on the card, in cents. */
  balance: number;
  /** A key of the pad, as it would be typed. */
  onKey: (key: string) => void;
  onErase: () => void;
  /** An amount at once, in cents. */
  onAmount: (cents: number) => void;
}

/** Keys for a thumb, and the amounts that are asked for most. */
export function AmountPad({ balance, onKey, onErase, onAmount }: AmountPadProps) {
  const point = getLocale() === "fr" ? "," : ".";
  return (
    <>
      <div className="till-quick">
        {quickAmounts(balance).map((cents) => (
          <button key={cents} type="button" className="till-chip" onClick={() => onAmount(cents)}>
            {formatPrice(inDollars(cents))}
          </button>
        ))}
        <button type="button" className="till-chip" onClick={() => onAmount(balance)}>
          {m.counter_full_balance()}
        </button>
      </div>
      <div className="till-pad" role="group" aria-label={m.counter_pad()}>
        {DIGITS.map((digit) => (
          <button key={digit} type="button" className="till-key" onClick={() => onKey(digit)}>
            {digit}
          </button>
        ))}
        <button type="button" className="till-key" aria-label={m.counter_point()} onClick={() => onKey(".")}>
          {point}
        </button>
        <button type="button" className="till-key" onClick={() => onKey("0")}>
          0
        </button>
        <button type="button" className="till-key" aria-label={m.counter_erase()} onClick={onErase}>
          <Icon name="delete" size={28} />
        </button>
      </div>
    </>
  );
}
