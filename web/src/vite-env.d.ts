interface ImportMetaEnv {
  /** The only language of this build; empty if it contains all of them. */
  readonly APP_LOCALE: string;
  /** The year in prerendered pages. */
  readonly BUILD_YEAR: number;
  /** `1` includes the style guide in a production build, for the accessibility check. */
  readonly VITE_STYLEGUIDE?: string;
  /** For the service worker, which contains nothing else of its brand. */
  readonly BRAND_NAME: "FunRay" | "RayZR";
  readonly BRAND_MARK: string;
}
