import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { brandTheme, constantsOf, editionOf, factsOf } from "./scripts/brands.ts";
import { builtMessages, messagesIn, paraglide } from "./scripts/i18n.ts";
import { importsAgain } from "./scripts/importAgain.ts";
import { legalTexts } from "./scripts/legal-text.ts";
import { standInServer } from "./scripts/standIn.ts";

const src = fileURLToPath(new URL("src", import.meta.url));
/** Server for `npm run dev`. Without one, a stand-in answers. */
const server = process.env["FUNRAY_SERVER"];

export default defineConfig(({ command }) => {
  const { brand: slug, locale } = editionOf(process.env);
  const brand = factsOf(slug);
  // The messages are compiled before anything else runs; only a running dev server has to notice when they change.
  const watchesMessages = command === "serve" && !process.env["VITEST"];
  return {
    plugins: [
      react(),
      tailwindcss(),
      legalTexts(brand),
      brandTheme(brand),
      command === "build" && importsAgain(src),
      command === "build" && locale && messagesIn(locale, brand),
      watchesMessages && paraglideVitePlugin(paraglide),
      watchesMessages && !server && standInServer(),
    ],
    define: {
      "import.meta.env.APP_LOCALE": JSON.stringify(locale ?? ""),
      "import.meta.env.BUILD_YEAR": new Date().getFullYear(),
      ...constantsOf(brand),
    },
    publicDir: join(brand.folder, "public"),
    resolve: {
      alias: [
        ...(command === "build" ? [{ find: "@/i18n/generated", replacement: builtMessages(brand) }] : []),
        { find: "@/brands/current", replacement: `${src}/brands/${brand.style}` },
        { find: /^@\/brands\/logo\.svg/, replacement: join(brand.folder, "logo.svg") },
        { find: "@", replacement: src },
      ],
    },
    build: {
      outDir: `dist/${slug}`,
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
      // The brands are outside the folder of the web app.
      fs: { allow: [".."] },
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
