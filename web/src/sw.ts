// Service worker: it caches the files of the wallet pages, so that these open offline, and shows an offline page for all other
// URLs. The content of the wallet is not cached here: the pages store it themselves, encrypted. A page sends the worker the
// list of its files.

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

/** Marks the cache of a release that is no longer the newest. */
const OUTDATED = "/outdated";

/** How long to wait for the network before showing the cached page. Longer if the server has a newer release. */
const SHELL_AFTER_MS = 1_000;
const OUTDATED_SHELL_AFTER_MS = 3_000;
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

async function picturesIn(names: readonly string[]): Promise<string[]> {
  const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return caught.flat().flatMap(({ url }) => (PICTURES.test(pathOf(url)) ? [pathOf(url)] : []));
}

/**
 * Caches the given files and the current HTML. The old release's cache is deleted once the new one is complete, so that one of
 * them always works. A tab of an old release caches nothing, because the server now sends the HTML of the new one.
 */
async function keepFor(wasForgotten: () => boolean, { release, parts }: Kept): Promise<void> {
  const page = await fetch(new Request(SHELL, { cache: "reload" }));
  if (!page.ok) return;
  const newest = await page.clone().text();
  if (!newest.includes(release)) {
    await markOutdated(newest);
    return;
  }
  const name = `${CACHE} ${release}`;
  const others = (await caches.keys()).filter((other) => other.startsWith(CACHE) && other !== name);
  const wanted = new Set(parts.filter((path) => PARTS.test(path)));
  // Keep pictures, because other pages may show them.
  for (const path of await picturesIn(others)) wanted.add(path);
  if (wasForgotten()) return;
  const cache = await caches.open(name);
  const known = new Set((await cache.keys()).map(({ url }) => pathOf(url)));
  const missing = [...wanted].filter((path) => !known.has(path));
  const found = await Promise.all(missing.map(async (path) => keepPart(cache, path)));
  const isWhole = found.every(Boolean);
  // Cache the HTML only after all its files.
  if (isWhole) await cache.put(SHELL, page);
  if (isWhole) await Promise.all(others.map((other) => caches.delete(other)));
}

async function keep(kept: Kept): Promise<void> {
  const began = forgotten;
  const wasForgotten = () => forgotten !== began;
  await keepFor(wasForgotten, kept).catch(() => undefined);
  if (wasForgotten()) await deleteCaches();
}

/** Marks the caches of all releases except for that of the given HTML. */
async function markOutdated(page: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE));
  const old = names.filter((name) => !page.includes(name.slice(CACHE.length + 1)));
  await Promise.all(old.map(async (name) => (await caches.open(name)).put(OUTDATED, new Response())));
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
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE));
  await Promise.all(names.map((name) => caches.delete(name)));
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

/** Colours of each brand: background, text, and button with its label. */
const palettes = {
  FunRay: ["light-dark(#fff9ef,#10211f)", "light-dark(#1d2b2a,#fbf4e6)", "#ffb82e", "#1d2b2a"],
  RayZR: ["light-dark(#f6f7fb,#0a0f1f)", "light-dark(#0a0f1f,#f6f7fb)", "#c8ff3e", "#0a0f1f"],
};

const brandName = import.meta.env.BRAND_NAME;
const [ground, ink, action, actionInk] = palettes[brandName];

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

async function shellPatience(): Promise<number> {
  return (await fromCache(OUTDATED)) ? OUTDATED_SHELL_AFTER_MS : SHELL_AFTER_MS;
}

async function fetchPage(request: Request): Promise<Response> {
  const fetched = fetch(request).catch(() => undefined);
  const { pathname } = new URL(request.url);
  const shell = await fromCache(SHELL);
  // The installed app starts at `/`; offline, it opens the wallet.
  const opensWallet = shell !== undefined && (pathname.startsWith(SHELL) || pathname === "/");
  const patience = opensWallet ? await shellPatience() : AWAY_AFTER_MS;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));
  const page = await Promise.race([fetched, tooLate]);
  if (page) return page;
  if (shell && opensWallet) return pathname === "/" ? Response.redirect(SHELL) : shell;
  return offlinePage(shell !== undefined);
}

async function fetchPart(request: Request): Promise<Response> {
  return (await fromCache(pathOf(request.url))) ?? fetch(request);
}

on("install", (event) => event.waitUntil(worker.skipWaiting()));
on("activate", (event) => event.waitUntil(worker.clients.claim()));

on("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetchPage(request));
  else if (PARTS.test(pathname)) event.respondWith(fetchPart(request));
});

on("message", (event) => {
  const { release, parts, forgets } = (event.data ?? {}) as Partial<Kept> & { forgets?: boolean };
  if (forgets) event.waitUntil(forget().catch(() => undefined));
  else if (typeof release === "string" && Array.isArray(parts))
    event.waitUntil(keep({ release, parts: parts.map(String) }));
});
