import { describe, expect, it } from "vitest";
import { checksumsOf, cratesOf, documentOf, packagesOf, type CargoMetadata } from "./components.ts";

const crate = (name: string, source: string | null = "registry") => ({
  id: `id-${name}`,
  name,
  version: "1.0.0",
  license: "MIT/Apache-2.0",
  source,
});
const need = (name: string, kind: string | null = null) => ({
  pkg: `id-${name}`,
  dep_kinds: [{ kind }],
});
const metadata: CargoMetadata = {
  packages: [
    crate("funray", null),
    crate("serde"),
    crate("itoa"),
    crate("cc"),
    crate("proptest"),
    crate("unused"),
  ],
  resolve: {
    nodes: [
      { id: "id-funray", deps: [need("serde"), need("cc", "build"), need("proptest", "dev")] },
      { id: "id-serde", deps: [need("itoa")] },
      { id: "id-unused", deps: [] },
    ],
  },
};
const lock = [
  '[[package]]\nname = "funray"\nversion = "1.0.0"\n',
  '[[package]]\nname = "itoa"\nversion = "1.0.0"\nchecksum = "ab12"\n',
].join("\n");
const crates = cratesOf(metadata, "funray", checksumsOf(lock));

describe("cratesOf", () => {
  it("lists what is compiled into the program, at any depth", () => {
    expect(crates.map(({ component }) => component.name)).toEqual(["funray", "serde", "itoa"]);
  });

  it("gives versions, licences, checksums and what a crate needs", () => {
    expect(crates[2]?.component).toEqual({
      type: "library",
      "bom-ref": "pkg:cargo/itoa@1.0.0",
      name: "itoa",
      version: "1.0.0",
      purl: "pkg:cargo/itoa@1.0.0",
      licenses: [{ expression: "MIT OR Apache-2.0" }],
      hashes: [{ alg: "SHA-256", content: "ab12" }],
    });
    expect(crates[1]?.needs).toEqual(["pkg:cargo/itoa@1.0.0"]);
  });
});

const packages = packagesOf(
  {
    packages: {
      "": {},
      "node_modules/@a/chart": {
        version: "2.0.0",
        integrity: "sha512-AQI=",
        dependencies: { lines: "*", types: "*" },
      },
      "node_modules/@a/chart/node_modules/lines": { version: "3.0.0" },
      "node_modules/lines": { version: "4.0.0" },
      "node_modules/types": { version: "1.0.0", devOptional: true },
      "node_modules/vitest": { version: "5.0.0", dev: true },
      "node_modules/icons": { version: "6.0.0", dev: true },
    },
  },
  ["icons"],
);

describe("packagesOf", () => {
  it("lists what is shipped, and packages for development of which a build contains parts", () => {
    expect(packages.map(({ component }) => component.purl)).toEqual([
      "pkg:npm/%40a/chart@2.0.0",
      "pkg:npm/lines@3.0.0",
      "pkg:npm/lines@4.0.0",
      "pkg:npm/icons@6.0.0",
    ]);
  });

  it("finds a needed package inside the one that needs it first", () => {
    expect(packages[0]?.needs).toEqual(["pkg:npm/lines@3.0.0"]);
    expect(packages[0]?.component.hashes).toEqual([{ alg: "SHA-512", content: "0102" }]);
  });
});

describe("documentOf", () => {
  it("names every component that another one needs, and the web app's under the program", () => {
    const document = documentOf(crates, packages) as {
      metadata: { component: { purl: string } };
      components: { "bom-ref": string }[];
      dependencies: { ref: string; dependsOn: string[] }[];
    };
    expect(document.metadata.component.purl).toBe("pkg:cargo/funray@1.0.0");
    const refs = new Set(document.components.map((each) => each["bom-ref"]));
    expect(
      document.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref)),
    ).toEqual([]);
    expect(document.dependencies[0]?.dependsOn).toContain("pkg:npm/icons@6.0.0");
  });
});
