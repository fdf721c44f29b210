// What tells one brand from the other. Code asks these questions; it never asks for a brand by its name.
import type { ComponentType, ReactNode } from "react";
import type { Company } from "@/lib/companies";

export interface LogoProps {
  className?: string | undefined;
}

/** The first screen of the landing page. */
export interface HeroProps {
  /** Around the words below the title. */
  Words: ComponentType<{ children: ReactNode }>;
  /** The cards beside them. */
  children: ReactNode;
}

/** An illustrated scene of an empty state: an id inside the brand's `art/scenes.svg`. */
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
  slug: "funray" | "rayzr";
  name: string;
  /** The card type this brand sells first: 1 supports a cause, 2 doesn't. */
  cardType: 1 | 2;
  hasCharities: boolean;
  company: Company;
  /** Mark and name side by side; takes its colours from where it stands. */
  Logo: ComponentType<LogoProps>;
  /** The mark alone: on cards, avatars, seals. */
  Mark: ComponentType<LogoProps>;
  /** How a gift card is coloured, and what is drawn on it. */
  cardStyle: "paper" | "night";
  CardArt: ComponentType<LogoProps>;
  /** For the browser's own bars. */
  themeColor: { light: string; dark: string };
  /** SVG files whose parts are drawn with `<use>`; their colours are the theme's variables. */
  art: { scenes: string; steps: string };
}
