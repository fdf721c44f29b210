// Delays calls, so that a story can check the screen meanwhile.
import { expect, type Page, type Route } from "@playwright/test";

/** Delays calls to an address. The returned function waits for the first one, then continues all of them. */
export async function holdCalls(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(address, (route) => void held.push(route));
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await Promise.all(held.map((route) => route.continue()));
  };
}
