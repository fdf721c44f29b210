import { describe, expect, it } from "vitest";
import { circleIn, refuseCircles } from "./circles.ts";

const file = (fileName: string, imports: string[] = []) => ({ fileName, imports });

describe("circles", () => {
  it("finds files that import each other, in the order of their imports", () => {
    const files = [
      file("page", ["rules"]),
      file("rules", ["words", "list"]),
      file("words"),
      file("list", ["rules"]),
    ];
    expect(circleIn(files)).toEqual(["rules", "list"]);
    expect(() => refuseCircles(files)).toThrow(
      "Files of the build import each other in a circle: rules → list",
    );
  });

  it("allows several ways to the same file", () => {
    const files = [
      file("page", ["rules", "list"]),
      file("rules", ["list"]),
      file("list", ["words"]),
      file("words"),
    ];
    expect(circleIn(files)).toBeUndefined();
    expect(() => refuseCircles(files)).not.toThrow();
  });
});
