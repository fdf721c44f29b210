// Report of an error: where in the app it came up and in which code, never on whose page.
import type { CrashKind } from "./crashes";
import { startedBy } from "./newRelease";

/** Route of the current page, as the router matched it. */
export interface Match {
  route: { path?: string | undefined };
}

interface Crash {
  kind: CrashKind;
  error: Error;
  matches: readonly Match[];
  traceId: string | undefined;
}

const MAX_MESSAGE = 500;
const MAX_STACK = 4000;

const UNKNOWN = "unknown";

/** Returns the template of the page, such as `/wallet/:id`: its address may hold a secret. */
function templateOf(matches: readonly Match[]): string {
  let template = "";
  for (const { route } of matches) {
    const path = route.path ?? "";
    if (path.startsWith("/")) template = path;
    else if (path !== "") template += `/${path}`;
  }
  return template || UNKNOWN;
}

/** Returns the name of the entry script, which differs in every release. */
function releaseOf(): string {
  return /([\w.-]+)\.js$/.exec(startedBy() ?? "")?.[1] ?? UNKNOWN;
}

const ENGINES = [
  ["Chromium", /Chrome\/(\d+)/],
  ["Firefox", /Firefox\/(\d+)/],
  ["Safari", /Version\/(\d+)/],
] as const;

/** Returns the engine and its main version. More would tell visitors apart. */
function engineOf(userAgent: string): string {
  for (const [name, version] of ENGINES) {
    const found = version.exec(userAgent);
    if (found) return `${name} ${found[1]}`;
  }
  return UNKNOWN;
}

/** Keeps the file of an address and the place in it, if it is one of our scripts. */
function fileOf(address: string): string {
  return /([\w.$-]+\.js)(?:\?[^:]*)?((?::\d+)*)$/.exec(address)?.slice(1).join("") ?? "<address>";
}

/**
 * Removes addresses, queries, long numbers and unreadable characters. The server removes more, but
 * refuses a body with the number of a payment card.
 */
function scrub(text: string, most: number): string {
  return text
    .slice(0, most)
    .replace(/\w[\w+.-]*:\/\/[^\s)'"]+/g, fileOf)
    .replace(/[?#][^\s)'"]*=[^\s)'"]*/g, "")
    .replace(/\d[\d .-]{5,}\d/g, "<number>")
    .replace(/[^\P{C}\n\t]/gu, "")
    .slice(0, most);
}

/** Whether the error comes from an extension of the browser. */
function isForeign({ stack = "" }: Error): boolean {
  return /-extension:\/\//.test(stack);
}

/** Sends the report. Returns its number, or `undefined` if the server did not take it. */
export async function sendCrash({ kind, error, matches, traceId }: Crash): Promise<string | undefined> {
  if (isForeign(error)) return undefined;
  const body = {
    kind,
    release: releaseOf(),
    route: templateOf(matches),
    message: scrub(error.message, MAX_MESSAGE).trim() || error.name,
    stack: scrub(error.stack ?? "", MAX_STACK),
    engine: engineOf(navigator.userAgent),
    traceId: traceId ?? null,
  };
  const answer = await fetch("/api/v1/client-errors", {
    method: "POST",
    // Without cookies, so that a report can't name its sender.
    credentials: "omit",
    // The page may be about to close.
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.status !== 202) return undefined;
  const { number } = (await answer.json()) as { number: string };
  return number;
}
