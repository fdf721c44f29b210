import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Locked {
  optionalDependencies?: Record<string, string>;
  license?: string;
  resolved?: string;
  /** Whether the package is needed only for development. */
  dev?: boolean;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const { packages } = JSON.parse(read("../package-lock.json")) as { packages: Record<string, Locked> };

it("lock file: knows the binaries of every platform, not only of the machine it was made on", () => {
  const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${parent}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

it("lock file: names packages of the npm registry only", () => {
  const elsewhere = Object.values(packages).flatMap(({ resolved = "" }) =>
    resolved === "" || resolved.startsWith("https://registry.npmjs.org/") ? [] : [resolved],
  );
  expect(elsewhere).toEqual([]);
});

it("lock file: names shipped packages only under licences that deny.toml allows", () => {
  const [, list = ""] = /\[licenses\]\nallow = \[([^\]]*)\]/.exec(read("../../deny.toml")) ?? [];
  const allowed = new Set([...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name));
  expect(allowed).toContain("MIT");
  const refused = Object.entries(packages).flatMap(([name, { license = "none", dev = false }]) => {
    const choices = license.replaceAll(/[()]/g, "").split(" OR ");
    return dev || choices.some((choice) => allowed.has(choice)) ? [] : [`${name}: ${license}`];
  });
  expect(refused).toEqual([]);
});
