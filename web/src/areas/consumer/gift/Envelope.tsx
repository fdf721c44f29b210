import { GiftCard } from "@/shared/card/GiftCard";
import { cardCause } from "@/shared/catalogue/cardCause";
import { cardShop } from "@/shared/catalogue/cardShop";
import type { Gift } from "./queries";

const PIECES = 14;

/** The card in its envelope. When it is opened the flap goes up, the card rises, and paper flies. */
export function Envelope({ gift, isOpen }: { gift: Gift; isOpen: boolean }) {
  const { vendorName, vendorLogoPath, vendorHue, charityName, charityLogoPath } = gift;
  return (
    <div className="envelope" data-open={isOpen || undefined}>
      <div className="envelope-flap" aria-hidden="true" />
      <div className="envelope-back" aria-hidden="true" />
      <div className="envelope-card" inert={!isOpen}>
        <GiftCard
          shop={cardShop({ displayName: vendorName, logoPath: vendorLogoPath, hue: vendorHue })}
          amount={gift.cardBalance ?? gift.cardValue}
          cause={cardCause(charityName, charityLogoPath)}
          isTilting={isOpen}
        />
      </div>
      <div className="envelope-front" aria-hidden="true" />
      {isOpen && (
        <div className="confetti" aria-hidden="true">
          {Array.from({ length: PIECES }, (_, place) => (
            <i key={place} style={flight(place)} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Each piece flies its own way, and all of them all around. */
function flight(place: number): React.CSSProperties & Record<`--${string}`, string> {
  const angle = (place / PIECES) * 2 * Math.PI;
  const reach = 120 + (place % 3) * 50;
  return {
    "--x": `${Math.round(Math.cos(angle) * reach)}px`,
    "--y": `${Math.round(Math.sin(angle) * reach) - 80}px`,
    "--turn": `${place * 80}deg`,
    "--paper": ["var(--action)", "var(--accent)", "var(--brand)"][place % 3] ?? "",
  };
}
