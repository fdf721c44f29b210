import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { editionOf } from "./scripts/brands.ts";
import { builtMessages, paraglide } from "./scripts/i18n.ts";
import { importsAgain } from "./scripts/importAgain.ts";
import { leanRouter } from "./scripts/lean-router.ts";
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
      command === "build" && leanRouter(),
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
            // releases, and our own code.
            groups: [
              {
                name: "vendor",
                test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
                tags: ["$initial"],
                priority: 2,
              },
              {
                name: "app",
                tags: ["$initial"],
                test: (id) => !id.endsWith("/src/app/main.tsx"),
                priority: 1,
              },
              // The card, which is never drawn without its colours.
              {
                name: "card",
                test: /\/src\/features\/card\/(GiftCard|CauseRibbon|monogram|palette|cardHue)/,
              },
              // Guards and redirects, which the route maps with private pages need. The cart needs
              // the redirect alone.
              { name: "redirect", test: /\/src\/session\/redirect/, priority: 1 },
              { name: "guards", test: /\/src\/session\/(guards|postSignInRoute)\b/ },
              // Components that nearly every page uses.
              { name: "page", test: /\/src\/shared\/page\/Page(Heading)?\.tsx/ },
              // Components for loading and empty pages.
              { name: "empty-state", test: /\/src\/ui\/layout\/(EmptyState|Scene|Skeleton)/ },
              // Two words of lists come with it, which are too little for a file of their own.
              {
                name: "query-states",
                test: /\/(src\/shared\/page\/(WhenLoaded|RetryScene|BackLink)|messages\/(kit_next_page|field_name))\./,
              },
              // Listeners of the live channel, and its state.
              { name: "news", test: /\/src\/session\/(channel|news|cardNews|sealedStorage)\./ },
              // Code that every form needs, in one file, which is smaller than many. Parts that
              // other pages also need stay separate.
              { name: "icon-button", test: /\/src\/ui\/form\/IconButton/, priority: 1 },
              // With what the pages with passkeys ask first, which is too little for a file of its own.
              { name: "button", test: /\/src\/(ui\/form\/Button|lib\/passkeySupport)\b/, priority: 1 },
              {
                name: "forms",
                test: /\/(node_modules\/react-hook-form|src\/shared\/form\/(Form|fields|use\w+)|src\/ui\/form\/((Text|Check)?(Field|box|Area)(Error)?))\b/,
              },
              // Code of validation rules. Pages with a form load it late; one page needs the email
              // rule alone.
              { name: "email-address", test: /\/src\/lib\/emailAddress/, priority: 1 },
              { name: "rules", test: /\/(node_modules\/zod|src\/shared\/form\/rules)\b/ },
              // Words that several forms share are too few for a file each.
              { name: "account-words", test: /\/messages\/(account|field)_/, minShareCount: 4 },
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
