// Which folder may import which: ui ← shared ← features ← areas ← app, no area another one, and no folder of the
// admin portal another one but its kit. Everything else that the code may rely on is said in this table; what is not in it is refused.

const foundation = ["i18n", "lib", "paths", "brands"];
const kit = [...foundation, "ui"];
const pieces = [...kit, "api", "session", "shared"];
const screens = [...pieces, "features", "brand screens"];
/** Menus, charts, tables: too heavy for pages that shoppers see. */
const heavy = ["ui/rich", "shared/table"];

const mayImport: Record<string, readonly string[]> = {
  i18n: [],
  // The test of both looks at all URLs together; a circle is refused by another rule.
  paths: ["adminPaths"],
  adminPaths: ["paths"],
  lib: ["i18n"],
  brands: foundation,
  api: foundation,
  session: [...foundation, "api"],
  ui: foundation,
  "ui/rich": kit,
  shared: pieces,
  "shared/table": [...pieces, "ui/rich"],
  features: pieces,
  "features/counter": [...pieces, "features", "shared/table", "adminPaths"],
  "features/log": [...pieces, "features", "shared/table", "adminPaths"],
  "brand screens": [...screens, "brands"],
  "areas/shop": screens,
  "areas/dev": [...screens, ...heavy],
  "areas/account": [...screens, ...heavy, "adminPaths"],
  "areas/wallet": [...screens, ...heavy],
  "areas/counter": [...screens, ...heavy, "features/counter", "adminPaths"],
  "areas/portal": [...screens, ...heavy, "features/counter", "features/log", "adminPaths"],
};

/** Top modules, which import all others and are imported by none. */
const top = /^(app|testing)$/;

/** The portal's files on top: its frames, its menu, and what collects and declares its screens. */
const portalTop = new Set(["frames", "menu", "routes", "tenantScreens"]);

/** Returns the folder of the portal that a path under src belongs to. Its files on top belong to none and serve all. */
function roomOf(path: string): string | undefined {
  const room = /^areas\/portal\/([\w-]+)/.exec(path)?.[1];
  return portalTop.has(room ?? "") ? undefined : room;
}

function isInOtherRoom(importer: string, imported: string): boolean {
  const from = roomOf(importer);
  const to = roomOf(imported);
  if (from === undefined || to === undefined || from === to || to === "kit") return false;
  // A test may open the pages of several rooms.
  return !importer.includes(".spec.");
}

/** The folder of the table that a path under src belongs to, or undefined for the files on top. */
function layerOf(path: string): string | undefined {
  const [first = "", second = "", ...deeper] = path.split("/");
  if (first === "areas") return `areas/${second}`;
  // A brand's definition is in its top folder; components that only it has are in folders below.
  if (first === "brands" && deeper.length > 1) return "brand screens";
  const nested = `${first}/${second}`;
  if (nested in mayImport) return nested;
  const name = first.replace(/(\.spec)?\.\w+$/, "");
  return top.test(name) ? undefined : name;
}

/** Only the brand that is being built may get in. */
function isNamedBrand(importer: string, imported: string): boolean {
  return /^brands\/(?!current\/|current$|brand$)/.test(imported) && !importer.startsWith("brands/");
}

/** A test, or what tests share, may open the whole app. */
function isTest(importer: string): boolean {
  return /\.spec\.|\/testing\//.test(importer);
}

function isAsset(path: string): boolean {
  return path.startsWith("styles/") || /\.(css|svg|woff2|png)(\?.*)?$/.test(path);
}

/** Returns the error in `importer` (a path under src) importing `specifier`, or `undefined`. */
export function findFault(importer: string, specifier: string): string | undefined {
  if (isAsset(specifier.replace("@/", ""))) return undefined;
  if (specifier.startsWith("../")) return "Import from another folder by its full name: `@/…`.";
  if (!specifier.startsWith("@/")) return undefined;
  const imported = specifier.slice("@/".length);
  if (isNamedBrand(importer, imported)) return "Import a brand as `@/brands/current`.";

  const from = layerOf(importer);
  const to = layerOf(imported);
  if (from === undefined) return undefined;
  if (isInOtherRoom(importer, imported))
    return `A folder of areas/portal imports no other but kit: ${specifier}.`;
  if (imported.startsWith("testing/") && isTest(importer)) return undefined;
  if (to === undefined) return `Nothing imports ${specifier}: it is composed of everything else.`;
  if (from === to || mayImport[from]?.includes(to)) return undefined;
  return `${from} may not import ${to}: see the table in tools/lint/importDirection.ts.`;
}

interface Sourced {
  source: { type: string; value?: unknown } | null;
}

interface Context {
  filename: string;
  report: (problem: { node: unknown; message: string }) => void;
}

/** Applies `findFault` as a lint rule to every way of importing a module. */
const importDirection = {
  create(context: Context) {
    const [, importer] = context.filename.split("/src/");
    if (importer === undefined) return {};
    const judge = (node: Sourced) => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const message = findFault(importer, specifier);
      if (message !== undefined) context.report({ node: node.source, message });
    };
    return {
      ImportDeclaration: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
      ImportExpression: judge,
      TSImportType: judge,
    };
  },
};

export default { meta: { name: "funray" }, rules: { "import-direction": importDirection } };
