// Removes parts of the router from the browser's files that we don't use: those for instrumentation and for its own
// framework.
import type { Plugin } from "vite";

const WATCHING = /\/react-router\/dist\/\w+\/lib\/router\/instrumentation\.js$/;

/** Names that the router imports from there. The build fails if a new release imports others. */
const names = [
  "consumeInstrumentationClientResultMetaReceiver",
  "getRouteInstrumentationUpdates",
  "instrumentClientSideRouter",
  "instrumentHandler",
  "instrumentationResultMetaContext",
];

const FRAMEWORK = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/components\.js$/;

/** Components of the router's framework mode, which this app does not use. */
const outsidePages = [
  "Links",
  "Meta",
  "Scripts",
  "setIsHydrated",
  "CRITICAL_CSS_DATA_ATTRIBUTE",
  "useFrameworkContext",
];

/** Replacement for the module of links, without the framework's prefetching. */
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
