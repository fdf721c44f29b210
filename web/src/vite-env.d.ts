interface ImportMetaEnv {
  /** The only language of this build; empty if it contains all of them. */
  readonly APP_LOCALE: string;
  /** The year in prerendered pages. */
  readonly BUILD_YEAR: number;
  /** `1` includes the style guide in a production build, for the accessibility check. */
  readonly VITE_STYLEGUIDE?: string;
  /** For the service worker, which contains nothing else of its brand. */
  readonly BRAND_NAME: string;
  readonly BRAND_MARK: string;
  /** Background, text, and button with its label, separated by spaces. */
  readonly BRAND_COLOURS: string;
}

/** The brand of this build. */
declare const BRAND_FACTS: { slug: string; name: string; hasCauses: boolean; logoWidth: number };

/** All brands of the program. */
declare const ALL_BRANDS: readonly { slug: string; name: string; hasCauses: boolean; company: string }[];
