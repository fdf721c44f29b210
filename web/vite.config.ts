import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { editionOf } from "./scripts/brands.ts";
import { builtMessages, messagesIn, paraglide } from "./scripts/i18n.ts";
import { importsAgain } from "./scripts/importAgain.ts";
import { legalTexts } from "./scripts/legal-text.ts";
import { standInServer } from "./scripts/standIn.ts";

const src = fileURLToPath(new URL("src", import.meta.url));
/** Server for `npm run dev`. Without one, a stand-in answers. */
const server = process.env["FUNRAY_SERVER"];

export default defineConfig(({ command }) => {
  const { brand, locale } = editionOf(process.env);
  // The messages are compiled before anything else runs; only a running dev server has to notice when they change.
  const watchesMessages = command === "serve" && !process.env["VITEST"];
  return {
    plugins: [
      react(),
      tailwindcss(),
      legalTexts(brand),
      command === "build" && importsAgain(src),
      command === "build" && locale && messagesIn(locale),
      watchesMessages && paraglideVitePlugin(paraglide),
      watchesMessages && !server && standInServer(),
    ],
    define: {
      "import.meta.env.APP_LOCALE": JSON.stringify(locale ?? ""),
      "import.meta.env.BUILD_YEAR": new Date().getFullYear(),
    },
    publicDir: `public/${brand}`,
    resolve: {
      alias: [
        ...(command === "build" ? [{ find: "@/i18n/generated", replacement: builtMessages }] : []),
        { find: "@/brands/current", replacement: `${src}/brands/${brand}` },
        { find: "@", replacement: src },
      ],
    },
    build: {
      outDir: `dist/${brand}`,
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            // Code that every page needs, in two files: libraries, which rarely change between
            // releases, and our own code. scripts/chunks.ts plans the other files.
            groups: [
              {
                name: "vendor",
                test: "/node_modules/",
                tags: ["$initial"],
                priority: 2,
              },
              {
                name: "app",
                tags: ["$initial"],
                test: (id) => !id.endsWith("/src/app/main.tsx"),
                priority: 1,
              },
            ],
          },
        },
      },
      // A data: URI can't be the target of <use>, and weighs on the file that carries it.
      assetsInlineLimit: (file) => (/\.(svg|woff2)$/.test(file) ? false : undefined),
    },
    // The page that the server hands out is made of one file; unit tests take libraries as they are, which is twice as fast.
    ssr: command === "build" ? { noExternal: true } : {},
    server: {
      proxy: server
        ? {
            "/api": server,
            "/captcha": server,
            "/files": server,
            "/sandbox": server,
            "/hubs": { target: server, ws: true },
          }
        : {},
    },
  };
});
