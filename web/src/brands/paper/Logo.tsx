import type { LogoProps } from "@/brands/brand";
import drawings from "@/brands/logo.svg?url";

const { name, logoWidth } = BRAND_FACTS;

/** Mark and name side by side. */
export function Logo({ className }: LogoProps) {
  return (
    <svg viewBox={`0 0 ${logoWidth} 40`} className={className} role="img" aria-label={name}>
      <use href={`${drawings}#logo`} />
    </svg>
  );
}

export function Mark({ className }: LogoProps) {
  return (
    <svg viewBox="0 0 40 40" className={className} aria-hidden="true">
      <use href={`${drawings}#mark`} />
    </svg>
  );
}

/** Drawing on a gift card, in the card's colours. */
export function CardArt({ className }: LogoProps) {
  return (
    <svg viewBox="0 0 317 200" preserveAspectRatio="none" className={className} aria-hidden="true">
      <use href={`${drawings}#card`} />
    </svg>
  );
}
