import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

it("the lock file knows the binaries of every platform, not only of the machine it was made on", () => {
  const { packages } = JSON.parse(
    readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
  ) as Lock;
  const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${parent}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
