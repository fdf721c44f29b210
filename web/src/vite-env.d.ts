interface ImportMetaEnv {
  /** The one language that this build speaks; empty when it speaks all of them. */
  readonly APP_LOCALE: string;
  /** The year that prerendered pages show before the browser takes them over. */
  readonly BUILD_YEAR: number;
  /** `1` keeps the style guide in a production build, for the accessibility check. */
  readonly VITE_STYLEGUIDE?: string;
  /** Of the service worker, which carries nothing else of its brand. */
  readonly BRAND_NAME: "FunRay" | "RayZR";
  readonly BRAND_MARK: string;
}
