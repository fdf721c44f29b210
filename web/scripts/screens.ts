// Reads from the sources what each `route.ts` declares: page, frame and budget. A script can't run these files, which are
// parts of the app, and wouldn't learn from them which file a page is in.
import { existsSync, globSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { addressesOf, readLists, type Address } from "./addresses.ts";
import { fieldsOf, isNode, nameOf, nodesIn, parse, type Node } from "./syntax.ts";

const web = fileURLToPath(new URL("..", import.meta.url));

/** Budgets by the kind of page that a screen declares. */
export type BudgetKind = "public" | "form" | "staff" | "portal" | "unlimited";

export interface DeclaredScreen {
  /** Folder of `areas`. */
  area: string;
  /** Addresses of the screen. */
  addresses: Address[];
  /** Source file of the page. */
  page: string;
  budget: BudgetKind;
  /** Source files of the layouts around it, the innermost first. */
  layouts: string[];
  /** Whether these layouts take the place of the shop's header and footer. */
  isAlone: boolean;
  /** Whether the entry file has the route, because the page is prerendered. */
  isFront: boolean;
}

/** Returns the file that a function imports, as the manifest of the build names it. */
function importedBy(value: Node | undefined, from: string): string | undefined {
  const found = nodesIn(value).find(({ type }) => type === "ImportExpression");
  if (!found) return undefined;
  const specifier = (found["source"] as { value: string }).value;
  const base = specifier.startsWith("@/")
    ? join(web, "src", specifier.slice("@/".length))
    : join(dirname(from), specifier);
  const file = [".tsx", ".ts"].map((end) => base + end).find((each) => existsSync(each));
  if (!file) throw new Error(`${from} imports ${specifier}, which is no file`);
  return relative(web, file);
}

interface DeclaredFrame {
  layout: string | undefined;
  parent: string | undefined;
  isAlone: boolean;
}

/** Reads the frames that a file declares, by name. */
function framesOf(file: string): [string, DeclaredFrame][] {
  if (!existsSync(file)) return [];
  return parse(file).nodes.flatMap(({ type, id, init }): [string, DeclaredFrame][] => {
    const call = init as { type?: string; callee?: { name?: string }; arguments?: Node[] } | null;
    if (type !== "VariableDeclarator" || call?.callee?.name !== "frame" || !call.arguments?.[0]) return [];
    const fields = fieldsOf(call.arguments[0]);
    const frame = {
      layout: importedBy(fields.get("load"), file),
      parent: (fields.get("parent") as { name?: string } | undefined)?.name,
      isAlone: (fields.get("isAlone") as { value?: unknown } | undefined)?.value === true,
    };
    return [[(id as { name: string }).name, frame]];
  });
}

/** Frames of the screens that two addresses have in common, which name none themselves. */
const TENANTS_FRAME: Record<string, string> = { vendorScreen: "oneVendor", charityScreen: "oneCharity" };

function screensIn(file: string, frames: ReadonlyMap<string, DeclaredFrame>): DeclaredScreen[] {
  const source = relative(web, file);
  const area = source.split("/")[2] ?? "";
  const chainOf = (name: string | undefined): DeclaredFrame[] => {
    const frame = name === undefined ? undefined : frames.get(name);
    return frame ? [frame, ...chainOf(frame.parent)] : [];
  };
  const parsed = parse(file);
  const lists = source.endsWith("/declareResource.tsx") ? { lists: readLists(web) } : {};
  const read = (value: unknown, around: string | undefined, outer: string | undefined): DeclaredScreen[] => {
    if (Array.isArray(value)) return value.flatMap((each) => read(each, around, outer));
    if (!isNode(value)) return [];
    const declaring =
      value.type === "FunctionDeclaration" || value.type === "VariableDeclarator"
        ? nameOf(value["id"])
        : outer;
    let frame = around;
    if (value.type === "CallExpression")
      frame = TENANTS_FRAME[(value["callee"] as { name?: string }).name ?? ""] ?? around;
    const own: DeclaredScreen[] = [];
    if (value.type === "ObjectExpression") {
      const fields = fieldsOf(value);
      frame = (fields.get("frame") as { name?: string } | undefined)?.name ?? frame;
      const budget = (fields.get("budget") as { value?: BudgetKind } | undefined)?.value;
      if (budget !== undefined) {
        const page = importedBy(fields.get("load"), file);
        if (!page) throw new Error(`${source} has a screen whose \`load\` imports no page`);
        const chain = chainOf(frame);
        const layouts = chain.flatMap(({ layout }) => layout ?? []);
        const isAlone = chain.some((each) => each.isAlone);
        own.push({
          area,
          addresses: addressesOf(fields, { file: parsed, frame, declaring, ...lists }),
          page,
          budget,
          layouts,
          isAlone,
          isFront: source.includes("/front/"),
        });
      }
    }
    return [...own, ...Object.values(value).flatMap((each) => read(each, frame, declaring))];
  };
  return read(parsed.program, undefined, undefined);
}

/** Reads all screens of the app, without those that only lead elsewhere. */
export function readScreens(): DeclaredScreen[] {
  const declaring = globSync("src/areas/**/{route.ts,declareResource.tsx}", { cwd: web });
  const shared = framesOf(join(web, "src/shared/page/frame.ts"));
  return declaring.toSorted().flatMap((source) => {
    const [, , area = ""] = source.split("/");
    const frames = new Map([...shared, ...framesOf(join(web, "src/areas", area, "frames.ts"))]);
    return screensIn(join(web, source), frames);
  });
}
