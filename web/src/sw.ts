// Service worker: it caches the files of the wallet pages, so that these open without waiting for the network, and shows an
// offline page for all other URLs. The content of the wallet is not cached here: the pages store it themselves, encrypted.
// The HTML of the wallet names its files; a page also sends the worker the list of those that it loaded.

/** The members of worker events that are used here. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
  /** Set on fetch events. */
  request: Request;
  respondWith: (response: Promise<Response>) => void;
  /** Set on message events. */
  data: unknown;
}

interface Worker extends EventTarget {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  navigator: { language: string };
  /** Missing in some browsers. */
  cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> };
}

const worker = globalThis as unknown as Worker;

/** Prefix of the caches, one for each release. Clearing the offline data deletes all of them. */
const CACHE = "wallet";
/** The app's HTML, cached under the wallet's address. */
const SHELL = "/transactions";
const PARTS = /^\/(assets|files)\//;
const PICTURES = /^\/files\//;

/** The entry script in the HTML, and the files that the HTML names. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;
const NAMED = /\/assets\/[\w.-]+/g;

/**
 * How long after its last comparison with the server the cached page is shown without asking the network. As long as the
 * offline copy of the wallet.
 */
const TRUSTED_FOR_MS = 3 * 24 * 60 * 60 * 1000;
/** How long to wait for the network before showing an older cached page. */
const SHELL_AFTER_MS = 1_000;
/** How long to wait for the network before showing the offline page. */
const AWAY_AFTER_MS = 8_000;

function on(name: string, listener: (event: WorkerEvent) => void): void {
  worker.addEventListener(name, listener as EventListener);
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/**
 * How often all caches were deleted. Work that started before the last time belongs to a user who has signed out, and is
 * dropped.
 */
let forgotten = 0;

interface Kept {
  /** Path of the page's entry script, which differs by release and language. */
  release: string;
  parts: readonly string[];
}

function nameOf(release: string): string {
  return `${CACHE} ${release}`;
}

async function cacheNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE));
}

async function picturesIn(names: readonly string[]): Promise<string[]> {
  const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return caught.flat().flatMap(({ url }) => (PICTURES.test(pathOf(url)) ? [pathOf(url)] : []));
}

/**
 * Caches HTML of the wallet with the files that it names and others. A release counts as cached once its HTML is there, which
 * comes last. Only one release has its HTML cached, so pages always get a complete one. The files of older releases stay for
 * open pages.
 */
async function keepRelease(
  page: Response | undefined,
  others: readonly string[],
  wasForgotten: () => boolean,
): Promise<boolean> {
  const html = page?.ok ? await page.clone().text() : "";
  const release = ENTRY.exec(html)?.[1];
  if (!page || release === undefined) return false;
  const name = nameOf(release);
  const older = (await cacheNames()).filter((other) => other !== name);
  const wanted = new Set([...(html.match(NAMED) ?? []), ...others.filter((path) => PARTS.test(path))]);
  // Keep pictures, because other pages may show them.
  for (const path of await picturesIn(older)) wanted.add(path);
  if (wasForgotten()) return false;
  await Promise.all(older.map(distrust));
  const cache = await caches.open(name);
  const known = new Set((await cache.keys()).map(({ url }) => pathOf(url)));
  const missing = [...wanted].filter((path) => !known.has(path));
  const found = await Promise.all(missing.map(async (path) => keepPart(cache, path)));
  if (!found.every(Boolean)) return false;
  await cache.put(SHELL, page);
  await Promise.all(
    older.map(async (other) => (await caches.open(other)).delete(SHELL, { ignoreVary: true })),
  );
  return true;
}

/**
 * Caches the files of a page with the current HTML, and deletes the caches of older releases. If the page itself is of an older
 * release, its files stay.
 */
async function keepFor(wasForgotten: () => boolean, { release, parts }: Kept): Promise<void> {
  const page = await fetch(new Request(SHELL, { cache: "reload" }));
  const isNewest = (await page.clone().text()).includes(release);
  if (!(await keepRelease(page, isNewest ? parts : [], wasForgotten)) || !isNewest) return;
  const older = (await cacheNames()).filter((name) => name !== nameOf(release));
  await Promise.all(older.map((name) => caches.delete(name)));
}

/**
 * Removes the time from the HTML of an older release, so that pages ask the network first from now on (`isTrusted`): the caching
 * of the newer one may fail.
 */
async function distrust(name: string): Promise<void> {
  const cache = await caches.open(name);
  const shell = await cache.match(SHELL, { ignoreVary: true });
  if (!shell) return;
  const headers = new Headers(shell.headers);
  headers.delete("date");
  await cache.put(SHELL, new Response(shell.body, { headers }));
}

/** Runs work that fills the caches, and deletes them again if they were cleared meanwhile. */
async function unlessForgotten(work: (wasForgotten: () => boolean) => Promise<unknown>): Promise<void> {
  const began = forgotten;
  const wasForgotten = () => forgotten !== began;
  await work(wasForgotten).catch(() => undefined);
  if (wasForgotten()) await deleteCaches();
}

/** Caches a file and returns whether that succeeded. A missing picture counts as success, so that it doesn't block the rest. */
async function keepPart(cache: Cache, path: string): Promise<boolean> {
  try {
    const part = (await fromCache(path)) ?? (await fetch(path));
    if (part.ok) await cache.put(path, part);
    return part.ok || PICTURES.test(path);
  } catch {
    return PICTURES.test(path);
  }
}

async function forget(): Promise<void> {
  forgotten += 1;
  await deleteCaches();
}

async function deleteCaches(): Promise<void> {
  await Promise.all((await cacheNames()).map((name) => caches.delete(name)));
}

/** Reads without opening a cache, because opening would re-create one that a sign-out has just deleted. */
function fromCache(path: string): Promise<Response | undefined> {
  return caches.match(path, { ignoreVary: true });
}

/** Texts of the offline page, which may not load anything. */
const words = {
  en: {
    title: "You are offline",
    text: "This page needs a network.",
    walletText: "Your wallet opens without one.",
    wallet: "Open my wallet",
    again: "Try again",
  },
  fr: {
    title: "Vous êtes hors ligne",
    text: "Cette page a besoin du réseau.",
    walletText: "Votre portefeuille s’ouvre sans lui.",
    wallet: "Ouvrir mon portefeuille",
    again: "Réessayer",
  },
};

type Locale = keyof typeof words;

const brandName = import.meta.env.BRAND_NAME;
const [ground, ink, action, actionInk] = import.meta.env.BRAND_COLOURS.split(" ");

const look = `:root{color-scheme:light dark}body{min-height:90vh;margin:0;display:grid;place-content:center;gap:8px;padding:24px;
font:17px/1.5 system-ui,sans-serif;text-align:center;background:${ground};color:${ink}}svg{width:72px;height:72px}
h1{margin:8px 0 0;font-size:28px;line-height:1.2}p{margin:4px 0 20px;max-width:36ch}
a{display:block;padding:14px 24px;border-radius:14px;font-weight:600;color:inherit}
a:first-of-type{background:${action};color:${actionInk};text-decoration:none}`;

/** Returns the language the user chose, or else the browser's. The server chooses alike. */
async function findLocale(): Promise<Locale> {
  const chosen = await worker.cookieStore?.get("lang").catch(() => null);
  return (chosen?.value ?? worker.navigator.language).startsWith("fr") ? "fr" : "en";
}

async function offlinePage(hasWallet: boolean): Promise<Response> {
  const locale = await findLocale();
  const { title, text, walletText, wallet, again } = words[locale];
  const toWallet = hasWallet ? `<a href="${SHELL}">${wallet}</a>` : "";
  // The page also reloads by itself once the server answers. The browser's `online` event alone proves nothing.
  const page = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · ${brandName}</title><style>${look}</style><body><main>${import.meta.env.BRAND_MARK}
<h1>${title}</h1><p>${text}${hasWallet ? ` ${walletText}` : ""}</p>${toWallet}<a href="">${again}</a></main>
<script>const look=()=>fetch("",{method:"HEAD",signal:AbortSignal.timeout(8000)}).then(()=>location.reload(),later),later=()=>setTimeout(look,5000)
addEventListener("online",look);later()</script></body></html>`;
  return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/**
 * Returns whether the cached page may be shown without asking the network first: it was compared with the server lately, and is
 * in the language that the user chose. A browser that doesn't tell the language asks the network.
 */
async function isTrusted(shell: Response): Promise<boolean> {
  const age = Date.now() - Date.parse(shell.headers.get("date") ?? "");
  if (!(age < TRUSTED_FOR_MS) || !worker.cookieStore) return false;
  const chosen = await worker.cookieStore.get("lang").catch(() => null);
  return !chosen?.value || (await shell.clone().text()).includes(`<html lang="${chosen.value}"`);
}

async function fetchPage(request: Request, goOn: (work: Promise<unknown>) => void): Promise<Response> {
  const fetched = fetch(request).catch(() => undefined);
  const copied = fetched.then((page) => page?.clone());
  const { pathname } = new URL(request.url);
  const shell = await fromCache(SHELL);
  const isWallet = shell !== undefined && pathname.startsWith(SHELL);
  if (isWallet) {
    // A newer release is cached for the next time.
    goOn(unlessForgotten(async (wasForgotten) => keepRelease(await copied, [], wasForgotten)));
    if (await isTrusted(shell)) return shell;
  }
  // The installed app starts at `/`; offline, it opens the wallet.
  const opensWallet = isWallet || (shell !== undefined && pathname === "/");
  const patience = opensWallet ? SHELL_AFTER_MS : AWAY_AFTER_MS;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));
  const page = await Promise.race([fetched, tooLate]);
  if (page) return page;
  if (shell && opensWallet) return isWallet ? shell : Response.redirect(SHELL);
  return offlinePage(shell !== undefined);
}

async function fetchPart(request: Request): Promise<Response> {
  // A fetch that fails because the page was left is no error of the worker's.
  return (await fromCache(pathOf(request.url))) ?? fetch(request).catch(() => Response.error());
}

on("install", (event) => event.waitUntil(worker.skipWaiting()));
on("activate", (event) => event.waitUntil(worker.clients.claim()));

on("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetchPage(request, (work) => event.waitUntil(work)));
  else if (PARTS.test(pathname)) event.respondWith(fetchPart(request));
});

on("message", (event) => {
  const { release, parts, forgets } = (event.data ?? {}) as Partial<Kept> & { forgets?: boolean };
  if (forgets) event.waitUntil(forget().catch(() => undefined));
  else if (typeof release === "string" && Array.isArray(parts))
    event.waitUntil(
      unlessForgotten((wasForgotten) => keepFor(wasForgotten, { release, parts: parts.map(String) })),
    );
});
