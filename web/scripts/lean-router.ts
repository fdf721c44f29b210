// Leaves out of the browser's files what the router brings for programs that watch it, which ours asks for nowhere.
import type { Plugin } from "vite";

const WATCHING = /\/react-router\/dist\/\w+\/lib\/router\/instrumentation\.js$/;

/** What the router takes from there. With another release that takes more, the build fails and tells. */
const names = [
  "consumeInstrumentationClientResultMetaReceiver",
  "getRouteInstrumentationUpdates",
  "instrumentClientSideRouter",
  "instrumentHandler",
  "instrumentationResultMetaContext",
];

export function leanRouter(): Plugin {
  return {
    name: "lean-router",
    applyToEnvironment: ({ name }) => name === "client",
    load: (id) =>
      WATCHING.test(id)
        ? names.map((name) => `export const ${name} = () => undefined;`).join("\n")
        : undefined,
  };
}
