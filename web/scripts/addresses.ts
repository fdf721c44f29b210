// Reads the addresses of screens. Runs the builders that make them, as the sources have them.
import { globSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { adminPaths } from "../src/adminPaths.ts";
import { paths } from "../src/paths.ts";
import { argumentsOf, callsOf, fieldsOf, nodesIn, parse, type Node, type Source } from "./syntax.ts";

export interface Address {
  /** As the router knows it, such as `/charities/:id`. */
  path: string;
  /** Text that the function which declares several screens gets for this one. */
  variant: string | undefined;
}

/** Builders by the names that a file has for them. */
type Builders = Record<string, unknown>;

const known: Builders = { paths, adminPaths };

/** Builders of the screens about one vendor or charity, which have two addresses, by their frame. */
const TENANTS: Record<string, unknown[]> = {
  oneVendor: [adminPaths.vendorArea(), adminPaths.vendorArea(":vid")],
  oneCharity: [adminPaths.charityArea(), adminPaths.charityArea(":cid")],
};

/** Returns the value of an expression that only builders make. */
function valueOf(node: Node | undefined, { text }: Source, builders: Builders): unknown {
  if (!node || !["CallExpression", "ArrowFunctionExpression", "MemberExpression"].includes(node.type))
    return undefined;
  try {
    return runInNewContext(`(${text.slice(node.start, node.end)})`, builders);
  } catch (error) {
    // Other names are of the file's own functions.
    if ((error as Error).name === "ReferenceError") return undefined;
    throw error;
  }
}

export interface Place {
  file: Source;
  /** Frame around the screen. */
  frame: string | undefined;
  /** Function that declares the screen. */
  declaring: string | undefined;
  /** Builders of each list that the file declares, instead of those of the whole app. */
  lists?: readonly Builders[];
}

function pathsOf(node: Node | undefined, { file, frame, lists = [known] }: Place): string[] {
  return lists.flatMap((builders) => {
    const value = valueOf(node, file, builders);
    const values =
      typeof value === "function"
        ? (TENANTS[frame ?? ""] ?? []).map((area) => value(area) as unknown)
        : [value];
    return values.filter((path) => typeof path === "string");
  });
}

/** Returns the addresses of a declared screen. If a function declares it, its calls name them. */
export function addressesOf(fields: ReadonlyMap<string, Node>, place: Place): Address[] {
  const path = fields.get("path");
  const { file, declaring } = place;
  const calls = path?.type === "Identifier" && declaring !== undefined ? callsOf(declaring, file.nodes) : [];
  // A screen without an address has those inside of it.
  const inner = path ? [] : callsOf("innerAddress", nodesIn(fields.get("children")));
  const given =
    calls.length > 0
      ? calls.map(argumentsOf)
      : path
        ? [[path]]
        : inner.map(argumentsOf).map(([one]) => [one]);
  return given.flatMap(([one, variant]) =>
    pathsOf(one, place).map((each) => ({ path: each, variant: variant?.["value"] as string | undefined })),
  );
}

/** Returns the builders of each list that administrators maintain, by the name in `declareResource`. */
export function readLists(web: string): Builders[] {
  return globSync("src/areas/**/route.tsx", { cwd: web })
    .toSorted()
    .flatMap((source) => {
      const file = parse(join(web, source));
      return callsOf("declareResource", file.nodes).map((call) => {
        const [, options] = argumentsOf(call);
        if (options?.type !== "ObjectExpression")
          throw new Error(`${source} declares a list without options`);
        return { paths: valueOf(fieldsOf(options).get("paths"), file, known) };
      });
    });
}
