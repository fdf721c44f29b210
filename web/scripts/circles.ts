// Files that import each other in a circle run before the values that they take from each other are there. A page then fails
// as soon as it opens, so the build fails first.

interface File {
  fileName: string;
  imports: readonly string[];
}

/** Returns files of which each imports the next, and the last one the first. */
export function circleIn(files: readonly File[]): string[] | undefined {
  const importsOf = new Map(files.map(({ fileName, imports }) => [fileName, imports]));
  const known = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (known.has(file)) return undefined;
    known.add(file);
    for (const imported of importsOf.get(file) ?? []) {
      const circle = visit(imported, [...path, file]);
      if (circle) return circle;
    }
    return undefined;
  };
  for (const { fileName } of files) {
    const circle = visit(fileName, []);
    if (circle) return circle;
  }
  return undefined;
}

export function refuseCircles(files: readonly File[]): void {
  const circle = circleIn(files);
  if (circle) throw new Error(`Files of the build import each other in a circle: ${circle.join(" → ")}`);
}
