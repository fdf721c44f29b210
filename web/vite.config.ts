import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { editionOf } from "./scripts/brands.ts";
import { builtMessages, paraglide } from "./scripts/i18n.ts";
import { importsAgain } from "./scripts/importAgain.ts";
import { legalTexts } from "./scripts/legal-text.ts";
import { standInServer } from "./scripts/standIn.ts";

const src = fileURLToPath(new URL("src", import.meta.url));
/** Server for `npm run dev`. Without one, a stand-in answers. */
const server = process.env["FUNRAY_SERVER"];

const unitSpecs = ["{src,scripts,tools}/**/*.spec.{ts,tsx}"];

/** Specs that replace the page's address or read a PDF, which the lighter pool refuses. */
const ownProcessSpecs = [
  "src/areas/wallet/checkout/reloadOnce.spec.ts",
  "src/i18n/language.spec.ts",
  "src/areas/portal/payouts/PayoutPages.spec.tsx",
  "src/areas/portal/reports/ReportPages.spec.tsx",
];

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
    // Generous, because a busy machine is no fault of the code's.
    test: {
      setupFiles: ["scripts/unitTests.setup.ts"],
      testTimeout: 120_000,
      // By itself it leaves a core to people who work meanwhile: half of a small machine.
      maxWorkers: availableParallelism(),
      projects: [
        // A page of its own for each file, without a process of its own: a third of the time.
        {
          extends: true as const,
          test: { name: "units", pool: "vmThreads", include: unitSpecs, exclude: ownProcessSpecs },
        },
        { extends: true as const, test: { name: "own process", pool: "forks", include: ownProcessSpecs } },
      ],
    },
  };
});
