// Reads from the sources what each `route.ts` declares: page, frame and budget. A script can't run these files, which are
// parts of the app, and wouldn't learn from them which file a page is in.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { paths } from "../src/paths.ts";

const web = fileURLToPath(new URL("..", import.meta.url));

/** Budgets by the kind of page that a screen declares. */
export type BudgetKind = "public" | "form" | "staff" | "portal" | "unlimited";

export interface DeclaredScreen {
  /** Folder of `areas`. */
  area: string;
  /** Addresses of the screen, none if they are not made by the builders of paths.ts. */
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

export interface Address {
  /** As the router knows it, such as `/charities/:id`. */
  path: string;
  /** Text that the function which declares several screens gets for this one. */
  variant: string | undefined;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** Returns a syntax node and all nodes below it. */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesIn)];
}

function parse(file: string): Node[] {
  const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message}`);
  return nodesIn(program);
}

/** Returns the values of an object literal, by name. */
function fieldsOf(object: Node): Map<string, Node> {
  const properties = (object["properties"] as Node[]).filter(({ type }) => type === "Property");
  return new Map(properties.map(({ key, value }) => [(key as { name?: string }).name ?? "", value as Node]));
}

/** Returns an address as the router knows it, if it is made by the builders of paths.ts. */
function pathOf(value: Node | undefined): string | undefined {
  const callee = value?.type === "CallExpression" ? (value["callee"] as Node) : undefined;
  if (callee?.type !== "MemberExpression" || nameOf(callee["object"]) !== "paths") return undefined;
  const build = (paths as Partial<Record<string, (...args: unknown[]) => string>>)[
    nameOf(callee["property"]) ?? ""
  ];
  return build?.(...argumentsOf(value).map((each) => each["value"]));
}

function nameOf(value: unknown): string | undefined {
  return (value as { name?: string } | undefined)?.name;
}

function argumentsOf(call: Node | undefined): Node[] {
  return (call?.["arguments"] ?? []) as Node[];
}

/** Returns the addresses of a screen. If a function declares it, its calls name them. */
function addressesOf(value: Node | undefined, declaring: string | undefined, file: Node[]): Address[] {
  const calls =
    value?.type === "Identifier" && declaring !== undefined
      ? file.filter(({ type, callee }) => type === "CallExpression" && nameOf(callee) === declaring)
      : [];
  const given = calls.length > 0 ? calls.map(argumentsOf) : [[value]];
  return given.flatMap(([path, variant]) => {
    const known = pathOf(path);
    return known === undefined ? [] : [{ path: known, variant: variant?.["value"] as string | undefined }];
  });
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
  return parse(file).flatMap(({ type, id, init }): [string, DeclaredFrame][] => {
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
  const { program } = parseSync(file, readFileSync(file, "utf8"));
  const nodes = nodesIn(program);
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
          addresses: addressesOf(fields.get("path"), declaring, nodes),
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
  return read(program, undefined, undefined);
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
