import { defineConfig } from "oxlint";

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "react", "jsx-a11y", "promise", "vitest"],
  jsPlugins: ["./tools/lint/importDirection.ts"],
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  rules: {
    "funray/import-direction": "error",

    // Rules of this project.
    "eslint/max-lines": ["error", { max: 400 }],
    "eslint/no-console": ["error", { allow: ["error"] }],
    "eslint/no-warning-comments": [
      "error",
      {
        terms: ["todo", "fixme", "xxx", "eslint-disable", "oxlint-disable", "prettier-ignore"],
        location: "anywhere",
      },
    ],
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/ban-ts-comment": "error",
    "unicorn/no-abusive-eslint-disable": "error",
    "import/no-cycle": "error",
    "eslint/no-restricted-imports": [
      "error",
      {
        paths: [
          {
            name: "react",
            importNames: ["lazy"],
            message: "A part whose code is lost would break the page: use lazyPiece.",
          },
        ],
      },
    ],
    "import/no-default-export": "error",
    "react/button-has-type": "error",
    "react/no-danger": "error",
    "react/no-clone-element": "error",
    "react/rules-of-hooks": "error",
    // A table's columns and a list's actions are functions that draw.
    "react/no-unstable-nested-components": ["error", { allowAsProps: true }],
    "react/self-closing-comp": "error",
    "react/jsx-no-useless-fragment": "error",

    // A parsed or third-party value has to be named once; the code that names it checks it.
    "typescript/no-unsafe-type-assertion": "off",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/require-mock-type-parameters": "off",
    // A live region is a role: <output> is for the result of a form.
    "jsx-a11y/prefer-tag-over-role": "off",
    // The automatic runtime needs no React in scope; static lists are keyed by their position.
    "react/react-in-jsx-scope": "off",
    "react/no-array-index-key": "off",
    // Side effects are how style sheets and tests are imported.
    "import/no-unassigned-import": "off",
  },
  overrides: [
    // Both have their own answer to code that is lost.
    {
      files: ["src/ui/layout/lazyPiece.tsx", "src/areas/portal/shell/AdminNavigation.tsx"],
      rules: { "eslint/no-restricted-imports": "off" },
    },
    { files: ["*.config.ts", "tools/lint/*.ts"], rules: { "import/no-default-export": "off" } },
    {
      // The kit makes widgets out of native elements and passes types on. Their keyboard is tested in a browser.
      files: ["src/ui/**", "src/shared/table/**"],
      rules: {
        "jsx-a11y/click-events-have-key-events": "off",
        "jsx-a11y/interactive-supports-focus": "off",
        "jsx-a11y/no-noninteractive-element-interactions": "off",
        "jsx-a11y/no-noninteractive-tabindex": "off",
        "jsx-a11y/no-static-element-interactions": "off",
        "react/button-has-type": "off",
      },
    },
    { files: ["scripts/**", "e2e/**"], rules: { "eslint/no-console": "off" } },
    // One thing after the other is what scripts, stories and users are about.
    { files: ["scripts/**", "e2e/**", "src/ui/**/*.spec.tsx"], rules: { "eslint/no-await-in-loop": "off" } },
    {
      // Playwright calls its own `use` and its setup's default export.
      files: ["e2e/support/**"],
      rules: { "react/rules-of-hooks": "off", "import/no-default-export": "off" },
    },
  ],
  ignorePatterns: ["dist", ".cache", "src/i18n/generated", "src/api/schema.d.ts"],
});
