// Prints the list of everything that a release contains, in CycloneDX: the program's crates and the packages of the web app, with
// versions, licences, checksums, and what needs what. Read from the lock files alone, so the same commit has the same list.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

interface Component {
  type: "application" | "library";
  "bom-ref": string;
  name: string;
  version: string;
  purl: string;
  licenses: { expression: string }[];
  hashes: { alg: "SHA-256" | "SHA-512"; content: string }[];
}

interface Part {
  component: Component;
  needs: string[];
}

/** The parts of `cargo metadata` that are read here. */
export interface CargoMetadata {
  packages: { id: string; name: string; version: string; license: string | null; source: string | null }[];
  resolve: {
    nodes: { id: string; deps: { pkg: string; dep_kinds: { kind: string | null }[] }[] }[];
  };
}

export interface NpmLock {
  packages: Record<
    string,
    {
      version?: string;
      license?: string;
      integrity?: string;
      dev?: boolean;
      /** True for what only development needs, and what an optional need of a shipped package names, such as types. */
      devOptional?: boolean;
      dependencies?: Record<string, string>;
    }
  >;
}

/** Packages for development of which a build contains code, styles or pictures. */
const BUILT_IN = ["@inlang/paraglide-js", "lucide-react", "tailwindcss", "vite"];

const byRef = (one: Part, other: Part) => (one.component["bom-ref"] < other.component["bom-ref"] ? -1 : 1);

const licences = (expression: string | null | undefined) =>
  // Crates of earlier years separate alternatives by a slash.
  expression ? [{ expression: expression.replaceAll(/\s*\/\s*/g, " OR ") }] : [];

/** Returns the checksum of each crate, by name and version. */
export function checksumsOf(cargoLock: string): Map<string, string> {
  const checksums = new Map<string, string>();
  for (const table of cargoLock.split("[[package]]")) {
    const value = (key: string) => new RegExp(`^${key} = "([^"]+)"$`, "m").exec(table)?.[1] ?? "";
    const checksum = value("checksum");
    if (checksum !== "") checksums.set(`${value("name")} ${value("version")}`, checksum);
  }
  return checksums;
}

/** Returns the crates that are compiled into a program, without those that only build or test it. */
export function cratesOf(
  { packages, resolve }: CargoMetadata,
  program: string,
  checksums: ReadonlyMap<string, string>,
): Part[] {
  const known = new Map(packages.map((each) => [each.id, each]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const needsOf = (id: string) =>
    (nodes.get(id)?.deps ?? [])
      .filter(({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind === null))
      .map(({ pkg }) => pkg);
  const refOf = (id: string) => {
    const { name, version } = known.get(id) ?? { name: id, version: "" };
    return `pkg:cargo/${name}@${version}`;
  };
  const main = packages.find(({ name, source }) => name === program && source === null);
  const reached = new Set(main ? [main.id] : []);
  for (const id of reached) for (const needed of needsOf(id)) reached.add(needed);
  return [...reached].flatMap((id): Part[] => {
    const each = known.get(id);
    if (!each) return [];
    const { name, version, license } = each;
    const checksum = checksums.get(`${name} ${version}`);
    return [
      {
        component: {
          type: id === main?.id ? "application" : "library",
          "bom-ref": refOf(id),
          name,
          version,
          purl: refOf(id),
          licenses: licences(license),
          hashes: checksum === undefined ? [] : [{ alg: "SHA-256", content: checksum }],
        },
        needs: needsOf(id).map(refOf).toSorted(),
      },
    ];
  });
}

const FOLDER = "node_modules/";

const npmRef = (name: string, version = "") => `pkg:npm/${name.replace("@", "%40")}@${version}`;

const nameOf = (place: string) => place.slice(place.lastIndexOf(FOLDER) + FOLDER.length);

/** Returns the packages whose code the web app's build contains. */
export function packagesOf({ packages }: NpmLock, builtIn: readonly string[] = BUILT_IN): Part[] {
  /** Returns where a package that another one needs is installed: inside it, else beside one of its parents. */
  const placeOf = (parent: string, name: string): string | undefined => {
    const place = `${parent === "" ? "" : `${parent}/`}${FOLDER}${name}`;
    if (packages[place]) return place;
    const end = parent.lastIndexOf(FOLDER);
    return end < 0 ? undefined : placeOf(parent.slice(0, Math.max(0, end - 1)), name);
  };
  const isShipped = (place: string) => packages[place]?.dev !== true && packages[place]?.devOptional !== true;
  return Object.entries(packages).flatMap(([place, each]): Part[] => {
    const name = nameOf(place);
    if (place === "" || !(isShipped(place) || builtIn.includes(name))) return [];
    const hash = each.integrity?.startsWith("sha512-")
      ? Buffer.from(each.integrity.slice("sha512-".length), "base64").toString("hex")
      : undefined;
    const needs = Object.keys(each.dependencies ?? {}).flatMap((needed) => {
      const found = placeOf(place, needed);
      return found !== undefined && isShipped(found) ? [npmRef(needed, packages[found]?.version)] : [];
    });
    return [
      {
        component: {
          type: "library",
          "bom-ref": npmRef(name, each.version),
          name,
          version: each.version ?? "",
          purl: npmRef(name, each.version),
          licenses: licences(each.license),
          hashes: hash === undefined ? [] : [{ alg: "SHA-512", content: hash }],
        },
        needs: needs.toSorted(),
      },
    ];
  });
}

/** Returns the list as a CycloneDX document. The program comes first and needs all packages of the web app. */
export function documentOf(crates: readonly Part[], packages: readonly Part[]): object {
  const program = crates.find(({ component }) => component.type === "application");
  if (!program) throw new Error("The program is not among the crates");
  const others = [...crates, ...packages].filter((part) => part !== program).toSorted(byRef);
  const webApp = packages.map(({ component }) => component["bom-ref"]);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: program.component },
    components: others.map(({ component }) => component),
    dependencies: [{ ...program, needs: [...program.needs, ...webApp].toSorted() }, ...others].map(
      ({ component, needs }) => ({ ref: component["bom-ref"], dependsOn: [...new Set(needs)] }),
    ),
  };
}

if (import.meta.main) {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const metadata = execFileSync(
    "cargo",
    "metadata --locked --format-version 1 --no-default-features --filter-platform x86_64-unknown-linux-gnu".split(
      " ",
    ),
    { cwd: root, encoding: "utf8", maxBuffer: 1e9 },
  );
  const crates = cratesOf(JSON.parse(metadata) as CargoMetadata, "funray", checksumsOf(read("Cargo.lock")));
  const packages = packagesOf(JSON.parse(read("web/package-lock.json")) as NpmLock);
  process.stdout.write(`${JSON.stringify(documentOf(crates, packages), null, 2)}\n`);
}
