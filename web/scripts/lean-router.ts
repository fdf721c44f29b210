// Leaves out of the browser's files what the router brings for programs that watch it or are made of its framework, which
// ours asks for nowhere.
import type { Plugin } from "vite";

const WATCHING = /\/react-router\/dist\/\w+\/lib\/router\/instrumentation\.js$/;

/** Names that the router imports from its framework. The build fails if another release imports more. */
const names = [
  "consumeInstrumentationClientResultMetaReceiver",
  "getRouteInstrumentationUpdates",
  "instrumentClientSideRouter",
  "instrumentHandler",
  "instrumentationResultMetaContext",
];

const FRAMEWORK = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/components\.js$/;

/** Components that the framework puts around a page and we don't use. */
const outsidePages = [
  "Links",
  "Meta",
  "Scripts",
  "setIsHydrated",
  "CRITICAL_CSS_DATA_ATTRIBUTE",
  "useFrameworkContext",
];

/** Replacement of the framework's link, without its prefetching of pages. */
const withoutFramework = `
  import { createContext } from "react";
  export const FrameworkContext = createContext(undefined);
  export const usePrefetchBehavior = () => [false, undefined, {}];
  export const mergeRefs = (ref) => ref;
  export const PrefetchPageLinks = () => null;
  ${outsidePages.map((name) => `export const ${name} = undefined;`).join("")}
`;

export function leanRouter(): Plugin {
  return {
    name: "lean-router",
    applyToEnvironment: ({ name }) => name === "client",
    load: (id) => {
      if (FRAMEWORK.test(id)) return withoutFramework;
      return WATCHING.test(id)
        ? names.map((name) => `export const ${name} = () => undefined;`).join("\n")
        : undefined;
    },
  };
}
