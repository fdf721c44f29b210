// Pauses the calls of a page to the API. Playwright's own routes pass every request through its process and turn the browser's
// cache off, so that each page would load all its code again.
import type { Page } from "@playwright/test";

interface Paused {
  requestId: string;
  networkId: string;
  call: string;
}

export interface PausedCalls {
  /** Returns the number of calls that wait. */
  count: () => number;
  /** Continues the waiting calls until they are answered, and returns their methods and paths. */
  release: () => Promise<string[]>;
  end: () => Promise<void>;
}

export async function pauseCalls(page: Page): Promise<PausedCalls> {
  const session = await page.context().newCDPSession(page);
  const waiting: Paused[] = [];
  const answered = new Map<string, () => void>();
  const proceed = (requestId: string) => session.send("Fetch.continueRequest", { requestId });
  // The browser renews old answers of its cache, which the page has got already. It never tells when that ends.
  const renewals = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId, type }) => {
    if (type === "Other") renewals.add(requestId);
  });
  session.on("Fetch.requestPaused", ({ requestId, networkId = "", request: { method, url } }) => {
    if (renewals.has(networkId)) void proceed(requestId).catch(() => undefined);
    else waiting.push({ requestId, networkId, call: `${method} ${new URL(url).pathname}` });
  });
  const settle = ({ requestId }: { requestId: string }) => answered.get(requestId)?.();
  session.on("Network.loadingFinished", settle);
  session.on("Network.loadingFailed", settle);
  await session.send("Network.enable");
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/v1/*" }] });
  return {
    count: () => waiting.length,
    release: async () => {
      const wave = waiting.splice(0);
      const answers = wave.map(
        ({ networkId }) => new Promise<void>((resolve) => void answered.set(networkId, resolve)),
      );
      for (const { requestId, networkId } of wave) {
        // The page may have withdrawn a call meanwhile.
        const withdrawn = () => settle({ requestId: networkId });
        await proceed(requestId).catch(withdrawn);
      }
      await Promise.all(answers);
      return wave.map(({ call }) => call);
    },
    end: () => session.detach(),
  };
}
