import { expect, it } from "vitest";
import { standInServer } from "./standIn.ts";

it("standInServer: is a plugin of the development server only", () => {
  expect(standInServer().apply).toBe("serve");
});
