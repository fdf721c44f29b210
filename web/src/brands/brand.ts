// Differences between the brands. Code asks for a feature here, never for a brand by name.
import type { ComponentType, ReactNode } from "react";
import type { Company } from "@/lib/companies";

export interface LogoProps {
  className?: string | undefined;
}

/** The hero of the landing page. */
export interface HeroProps {
  /** Wraps the text below the title. */
  Words: ComponentType<{ children: ReactNode }>;
  /** The cards beside the text. */
  children: ReactNode;
}

/** Illustration of an empty state: an id in the brand's `art/scenes.svg`. */
export type SceneName =
  | "moving-in"
  | "causes-coming"
  | "nothing-found"
  | "empty-cart"
  | "went-wrong"
  | "letter-sent"
  | "all-done"
  | "see-you";

export interface Brand {
  slug: string;
  name: string;
  /** Card type that this brand sells first: 1 supports a cause, 2 doesn't. */
  cardType: 1 | 2;
  hasCharities: boolean;
  company: Company;
  /** Mark and name side by side, in the colours of the surrounding element. */
  Logo: ComponentType<LogoProps>;
  /** The mark alone, for cards, avatars and seals. */
  Mark: ComponentType<LogoProps>;
  /** Colours of a gift card. `CardArt` is the drawing on it. */
  cardStyle: "paper" | "night";
  CardArt: ComponentType<LogoProps>;
  /** Colours of the browser's toolbars. */
  themeColor: { light: string; dark: string };
  /** SVG files whose parts are drawn with `<use>`, in the colours of the theme. */
  art: { scenes: string; steps: string };
}
