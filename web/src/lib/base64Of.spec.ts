import { expect, it } from "vitest";
import { base64Of } from "./base64Of";

it("base64Of: encodes texts in UTF-8, and keeps the bytes of files", async () => {
  expect(await base64Of("é")).toBe("w6k=");
  expect(await base64Of(new Blob([new Uint8Array([0xe9])]))).toBe("6Q==");
});
