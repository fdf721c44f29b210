// Order of the pages in the sidebar, and the place in the site of each document of the repository.
import { find } from "./repository.ts";

type Section = { label: string; french: string; pages: string[] };

/** Pages of each section, as paths in the site. A path that ends with `/*` is all pages of a folder. */
export const sections: Section[] = [
  { label: "Start", french: "Pour commencer", pages: ["index", "try/demo", "changelog"] },
  {
    label: "Shops",
    french: "Commerces",
    pages: [
      "shops/start",
      "shops/clerk",
      "shops/tills",
      "shops/approvals",
      "shops/day",
      "shops/team",
      "shops/money",
    ],
  },
  { label: "Causes", french: "Organismes", pages: ["causes/start", "causes/campaigns", "causes/money"] },
  {
    label: "Administrators",
    french: "Administration",
    pages: [
      "administer/first-day",
      "administer/people",
      "administer/two-people",
      "administer/shops-and-causes",
      "administer/import",
      "administer/support",
      "administer/review",
      "administer/payouts",
    ],
  },
  {
    label: "Accounting and law",
    french: "Comptabilité et droit",
    pages: [
      "business/money",
      "business/month-end",
      "business/taxes",
      "business/float",
      "business/gift-card-law",
      "business/privacy",
      "business/pci",
    ],
  },
  {
    label: "Operators",
    french: "Exploitation",
    pages: [
      "operate/start",
      "operate/init",
      "operate/rehearsal",
      "operate/containers",
      "operate/kubernetes",
      "operate/operating",
      "operate/brand",
      "operate/domains",
      "operate/mail",
      "operate/authorize-net",
      "operate/captcha",
      "operate/storage",
      "operate/doctor",
      "operate/bank-file",
      "operate/backup-rehearsal",
      "operate/backups",
      "operate/key-rehearsal",
      "operate/keys",
      "operate/logging",
      "operate/troubleshooting",
      "operate/runbooks/*",
    ],
  },
  { label: "Integrators", french: "Intégration", pages: ["build/quickstart", "build/till"] },
  {
    label: "Reference",
    french: "Référence",
    pages: [
      "reference/settings",
      "reference/commands",
      "reference/errors",
      "reference/metrics",
      "reference/alerts",
      "reference/events",
      "reference/audit",
      "reference/permissions",
      "reference/tasks",
      "reference/api",
      "reference/api/*",
    ],
  },
  {
    label: "Contributors",
    french: "Contribution",
    pages: [
      "contribute/contributing",
      "contribute/site",
      "contribute/architecture",
      "contribute/glossary",
      "contribute/subjects/*",
      "contribute/recipes/*",
      "contribute/decisions/*",
      "contribute/security/*",
    ],
  },
];

const folders: Record<string, string> = {
  "docs/architecture": "contribute/subjects",
  "docs/decisions": "contribute/decisions",
  "docs/recipes": "contribute/recipes",
  "docs/runbooks": "operate/runbooks",
  "docs/security": "contribute/security",
};

/** Documents of the repository that the site includes, with their paths in it. The text stays where engineers look for it. */
export function includedDocuments(): Map<string, string> {
  const included = new Map([
    ["README.md", "index"],
    ["ARCHITECTURE.md", "contribute/architecture"],
    ["CHANGELOG.md", "changelog"],
    ["CONTRIBUTING.md", "contribute/contributing"],
    ["SECURITY.md", "contribute/security/report"],
    ["docs/backups.md", "operate/backups"],
    ["docs/glossary.md", "contribute/glossary"],
    ["docs/keys.md", "operate/keys"],
    ["docs/logging.md", "operate/logging"],
    ["docs/operating.md", "operate/operating"],
  ]);
  for (const [folder, path] of Object.entries(folders)) {
    included.set(folder, `${path}/index`);
    for (const file of find(`${folder}/*.md`)) {
      const name = file.slice(folder.length + 1, -".md".length);
      included.set(file, `${path}/${name === "README" ? "index" : name.toLowerCase()}`);
    }
  }
  return included;
}
