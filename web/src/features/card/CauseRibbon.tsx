import { Icon } from "@/ui/Icon";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";

export interface CardCause {
  name: string;
  logoUrl?: string | undefined;
  /** The cause's share of this card in dollars, if known. */
  share?: number | undefined;
}

/** Paper ribbon over the card's edge, with the cause's mark and share. */
export function CauseRibbon({ cause }: { cause: CardCause }) {
  const text =
    cause.share === undefined
      ? m.kit_card_cause_only({ cause: cause.name })
      : m.kit_card_cause({ share: formatMoney(cause.share), cause: cause.name });
  return (
    <span className="gift-card-ribbon">
      {cause.logoUrl ? (
        <img src={cause.logoUrl} alt="" width={48} height={48} decoding="async" />
      ) : (
        <Icon name="heart" />
      )}
      <span className="gift-card-ribbon-text">{text}</span>
    </span>
  );
}
