import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const answer = vi.fn<typeof fetch>();
let importAgain: typeof import("./importAgain").importAgain;

const lost = (address: string) => new TypeError(`error loading dynamically imported module: ${address}`);

/** A server that loses `losses` requests for one file. */
function serverWith(losses: number) {
  const asked: string[] = [];
  return { asked, isLost: (address: string) => asked.push(address) <= losses };
}

/** A browser with its modules by address. Some browsers remember failures, too. */
function browserOn({ isLost }: ReturnType<typeof serverWith>, remembersFailures: boolean) {
  const modules = new Map<string, object | undefined>();
  const importAt = async (address: string): Promise<object> => {
    if (!modules.get(address) && !(remembersFailures && modules.has(address)))
      modules.set(address, isLost(address) ? undefined : { address });
    const found = modules.get(address);
    if (!found) throw lost(address);
    return found;
  };
  return (address: string) => {
    const load = () => importAt(address);
    return load().catch((cause: unknown) => importAgain(load, cause, importAt));
  };
}

const FILE = "https://funray.test/assets/CardForm-abc.js";

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("fetch", answer);
  answer.mockReset().mockImplementation(async () => new Response());
  ({ importAgain } = await import("./importAgain"));
});
afterEach(() => void vi.unstubAllGlobals());

describe("importAgain", () => {
  it("never gives a module another address in a browser that loads it again", async () => {
    const server = serverWith(1);
    const open = browserOn(server, false);
    expect(await open(FILE)).toBe(await open(FILE));
    expect(server.asked).toEqual([FILE, FILE]);
  });

  it("gives it another address in a browser that remembers the failure, the same for all importers", async () => {
    const open = browserOn(serverWith(1), true);
    const [first, second] = await Promise.all([open(FILE), open(FILE)]);
    expect(first).toEqual({ address: `${FILE}?again=1` });
    expect(second).toBe(first);
    expect(await open(FILE)).toBe(first);
  });

  it("gives it one more address when that failed, too", async () => {
    const open = browserOn(serverWith(2), true);
    await expect(open(FILE)).rejects.toMatchObject({ name: "MissingCode", isLate: false });
    expect(await open(FILE)).toEqual({ address: `${FILE}?again=2` });
  });

  it("passes on an error of the module itself", async () => {
    const broken = new Error("x is undefined");
    await expect(importAgain(() => Promise.reject(broken), broken)).rejects.toBe(broken);
    expect(answer).not.toHaveBeenCalled();
  });

  it.each([
    ["the server has no such file", async () => new Response("", { status: 404 })],
    ["there is no network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("fails at once when %s", async (_, answered) => {
    answer.mockImplementation(answered);
    const server = serverWith(9);
    await expect(browserOn(server, true)(FILE)).rejects.toMatchObject({ name: "MissingCode" });
    expect(server.asked).toEqual([FILE]);
  });
});
