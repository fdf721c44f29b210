// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { loadTypefaces } from "./poster";

it("a poster is drawn where a typeface can't be had, too", async () => {
  const load = vi.fn<(font: string) => Promise<FontFace[]>>(async () => {
    throw new DOMException("A network error occurred.", "NetworkError");
  });
  Object.defineProperty(document, "fonts", { value: { load }, configurable: true });
  await expect(loadTypefaces()).resolves.toBeUndefined();
  expect(load).toHaveBeenCalledTimes(2);
});
