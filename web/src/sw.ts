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

const CACHE = "wallet";
/** The one page in which the app finds its way; here under the wallet's address. */
const SHELL = "/transactions";
const PARTS = /^\/(assets|files)\//;
/** Code and styles of an older release. Pictures stay: another page may show them. */
const OUTDATED = /^\/assets\//;

function on(name: string, listener: (event: WorkerEvent) => void): void {
  worker.addEventListener(name, listener as EventListener);
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Keeps these parts, and the page as it is now. */
async function keep(parts: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = new Set(parts.filter((path) => PARTS.test(path)));
  const kept = await cache.keys();
  const known = new Set(kept.map(({ url }) => pathOf(url)));
  const missing = [...wanted].filter((path) => !known.has(path));
  const outdated = kept.filter(({ url }) => OUTDATED.test(pathOf(url)) && !wanted.has(pathOf(url)));
  // A picture that isn't there any more keeps nothing else away.
  await Promise.all(missing.map((path) => cache.add(path).catch(() => undefined)));
  // The page comes after what it is made of, and the old parts go after the old page: it opens whole at any time.
  await cache.add(new Request(SHELL, { cache: "reload" }));
  await Promise.all(outdated.map((request) => cache.delete(request)));
}

/** Does not open the cache: opening would make it again just after somebody signed out and deleted it. */
function fromCache(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE, ignoreVary: true });
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
<script>const look=()=>fetch("",{method:"HEAD"}).then(()=>location.reload(),later),later=()=>setTimeout(look,5000)
addEventListener("online",look);later()</script></body></html>`;
  return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
}

async function fetchPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const shell = await fromCache(SHELL);
    const { pathname } = new URL(request.url);
    if (shell && pathname.startsWith(SHELL)) return shell;
    // An app that is opened from the home screen without a network opens the wallet.
    if (shell && pathname === "/") return Response.redirect(SHELL);
    return offlinePage(shell !== undefined);
  }
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
  const parts: unknown = (event.data as { parts?: unknown } | null)?.parts;
  if (Array.isArray(parts)) event.waitUntil(keep(parts.map(String)).catch(() => undefined));
});
