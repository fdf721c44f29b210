import type { LogoProps } from "@/brands/brand";
import drawings from "./art/logo.svg?url";

/** A sun of ten rays, one of which is a heart: of ten parts, one goes to a cause. The name is cut with straight scissors. */
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

/** What is drawn on a gift card, in the card's own colours. */
export function CardArt({ className }: LogoProps) {
  return (
    <svg viewBox="0 0 317 200" preserveAspectRatio="none" className={className} aria-hidden="true">
      <use href={`${drawings}#card`} />
    </svg>
  );
}
