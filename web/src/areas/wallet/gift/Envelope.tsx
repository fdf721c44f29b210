import { useState } from "react";
import { CardOfGift } from "./CardOfGift";
import type { Gift } from "./queries";

const PIECES = 14;

/**
 * Envelope with the card. On opening, the flap lifts, the envelope slides off the card and shrinks away, and confetti flies. Only
 * the card takes up space, so nothing below it moves.
 */
export function Envelope({ gift, isOpen }: { gift: Gift; isOpen: boolean }) {
  return (
    <div
      className="envelope relative isolate mt-6 aspect-[1.5] w-[min(100%,420px)] data-open:aspect-auto print:aspect-auto"
      data-open={isOpen || undefined}
    >
      <div
        className="envelope-piece z-0 rounded-card bg-[color-mix(in_oklab,var(--action),#000_35%)] shadow-raised print:hidden"
        aria-hidden="true"
      />
      <div
        className="envelope-card relative z-1 grid justify-items-center print:transform-none!"
        inert={!isOpen}
      >
        <CardOfGift gift={gift} isTilting={isOpen} />
      </div>
      <svg
        className="envelope-piece z-2 overflow-hidden rounded-card fill-action stroke-[color-mix(in_oklab,var(--action),#000_14%)] stroke-[1.5] print:hidden"
        viewBox="0 0 420 280"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M0 0L210 146L420 0V280H0Z" stroke="none" />
        <path d="M0 280L184 128M420 280L236 128" fill="none" />
      </svg>
      <svg
        className="envelope-flap print:hidden"
        viewBox="0 0 420 174"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M0 0H420L210 174Z" />
      </svg>
      {isOpen && <Confetti />}
    </div>
  );
}

/** Confetti that flies once and then unmounts. */
function Confetti() {
  const [hasLanded, setHasLanded] = useState(false);
  if (hasLanded) return null;
  return (
    <div
      className="pointer-events-none absolute inset-x-1/2 top-[20%] z-4 print:hidden"
      aria-hidden="true"
      onAnimationEnd={() => setHasLanded(true)}
    >
      {Array.from({ length: PIECES }, (_, place) => (
        <i
          key={place}
          className="absolute h-2 w-3 animate-[fly_1400ms_var(--ease-out)_400ms] rounded-[2px] bg-(--paper) opacity-0"
          style={flight(place)}
        />
      ))}
    </div>
  );
}

/** Returns the flight path of one piece. The paths spread in all directions. */
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
