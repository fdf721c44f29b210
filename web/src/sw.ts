// The service worker: it holds what the wallet's pages are made of, so that they open where there is no network; in the place
// of all other pages it says so. What is in the wallet it never sees: that the pages keep themselves, sealed. A page tells it
// what it is made of.

/** What of its events is used here. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
  /** Of a fetch. */
  request: Request;
  respondWith: (response: Promise<Response>) => void;
  /** Of a message. */
  data: unknown;
}

interface Worker extends EventTarget {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  navigator: { language: string };
  /** Not in every browser. */
  cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> };
}

const worker = globalThis as unknown as Worker;

/** One cache for each release: its name begins so, and the vault deletes all of them. */
const CACHE = "wallet";
/** The one page in which the app finds its way; here under the wallet's address. */
const SHELL = "/transactions";
const PARTS = /^\/(assets|files)\//;
const PICTURES = /^\/files\//;

/** Marks a cache whose release isn't the newest any more. */
const OUTDATED = "/outdated";

/** How long the network may hang before the kept page is shown: longer where the network has a newer one. */
const SHELL_AFTER_MS = 1_000;
const OUTDATED_SHELL_AFTER_MS = 3_000;
/** How long it may hang where nothing is kept but the page that says so. */
const AWAY_AFTER_MS = 8_000;

function on(name: string, listener: (event: WorkerEvent) => void): void {
  worker.addEventListener(name, listener as EventListener);
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** The number of times that all caches were deleted: work that was begun before is for a person who has left, and not kept. */
let forgotten = 0;

interface Kept {
  /** The script by which the page was started: every release and language has its own. */
  release: string;
  parts: readonly string[];
}

async function picturesIn(names: readonly string[]): Promise<string[]> {
  const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return caught.flat().flatMap(({ url }) => (PICTURES.test(pathOf(url)) ? [pathOf(url)] : []));
}

/**
 * Keeps these parts, and the page as it is now. The old release's cache goes once the new one is whole: one of both opens at any
 * time. A tab of an old release finds the new release's page, and then keeps nothing.
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
  // Pictures stay: another page may show them.
  for (const path of await picturesIn(others)) wanted.add(path);
  if (wasForgotten()) return;
  const cache = await caches.open(name);
  const known = new Set((await cache.keys()).map(({ url }) => pathOf(url)));
  const missing = [...wanted].filter((path) => !known.has(path));
  const found = await Promise.all(missing.map(async (path) => keepPart(cache, path)));
  const isWhole = found.every(Boolean);
  // The page comes after what it is made of.
  if (isWhole) await cache.put(SHELL, page);
  if (isWhole) await Promise.all(others.map((other) => caches.delete(other)));
}

async function keep(kept: Kept): Promise<void> {
  const began = forgotten;
  const wasForgotten = () => forgotten !== began;
  await keepFor(wasForgotten, kept).catch(() => undefined);
  if (wasForgotten()) await deleteCaches();
}

/** Marks the caches of other releases than this page's. */
async function markOutdated(page: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE));
  const old = names.filter((name) => !page.includes(name.slice(CACHE.length + 1)));
  await Promise.all(old.map(async (name) => (await caches.open(name)).put(OUTDATED, new Response())));
}

/** Whether the part is kept. A picture that isn't there any more keeps nothing else away. */
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

/** Does not open a cache: opening would make it again just after a sign-out has deleted it. */
function fromCache(path: string): Promise<Response | undefined> {
  return caches.match(path, { ignoreVary: true });
}

/** Without anything that would have to be fetched. */
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

/** The brands' own colours: of the page, of its text, and of what is to be pressed. */
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

/** The language that was chosen here, or else the browser's: as the server chooses, which can't be asked. */
async function findLocale(): Promise<Locale> {
  const chosen = await worker.cookieStore?.get("lang").catch(() => null);
  return (chosen?.value ?? worker.navigator.language).startsWith("fr") ? "fr" : "en";
}

async function offlinePage(hasWallet: boolean): Promise<Response> {
  const locale = await findLocale();
  const { title, text, walletText, wallet, again } = words[locale];
  const toWallet = hasWallet ? `<a href="${SHELL}">${wallet}</a>` : "";
  // It comes back by itself, too, as soon as the network does: that a browser says so is not enough.
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
  // An app that is opened from the home screen without a network opens the wallet.
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
