import type { LogoProps } from "@/brands/brand";
import drawings from "./art/logo.svg?url";

/** Logo: a sun with ten rays, one of them a heart, because one tenth of a sale goes to a cause. */
export function Logo({ className }: LogoProps) {
  return (
    <svg viewBox="0 0 190 40" className={className} role="img" aria-label="FunRay">
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
