import { useState } from "react";
import { GiftCard } from "@/features/card/GiftCard";
import { cardCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import type { Gift } from "./queries";

const PIECES = 14;

/** The card in its envelope. When it is opened the flap goes up, the card rises, and paper flies. */
export function Envelope({ gift, isOpen }: { gift: Gift; isOpen: boolean }) {
  const { vendorName, vendorLogoPath, vendorHue, charityName, charityLogoPath } = gift;
  return (
    <div className="envelope" data-open={isOpen || undefined}>
      <svg className="envelope-flap" viewBox="0 0 420 174" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0H420L210 174Z" />
      </svg>
      <div className="envelope-back" aria-hidden="true" />
      <div className="envelope-card" inert={!isOpen}>
        <GiftCard
          shop={cardShop({ displayName: vendorName, logoPath: vendorLogoPath, hue: vendorHue })}
          amount={gift.cardBalance ?? gift.cardValue}
          cause={cardCause(charityName, charityLogoPath)}
          isTilting={isOpen}
        />
      </div>
      <svg className="envelope-pocket" viewBox="0 0 420 280" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0L210 146L420 0V280H0Z" stroke="none" />
        <path d="M0 280L184 128M420 280L236 128" fill="none" />
      </svg>
      {isOpen && <Confetti />}
    </div>
  );
}

/** Paper that flies once, and then leaves the page. */
function Confetti() {
  const [hasLanded, setHasLanded] = useState(false);
  if (hasLanded) return null;
  return (
    <div className="confetti" aria-hidden="true" onAnimationEnd={() => setHasLanded(true)}>
      {Array.from({ length: PIECES }, (_, place) => (
        <i key={place} style={flight(place)} />
      ))}
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
