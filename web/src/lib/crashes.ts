// Reports errors of the app to the server, without naming the user. The report itself is made in
// another file, which only an error and the error pages load: every visitor loads this one.
import type { Match } from "./crashReport";

/** How an error came up, as the server names it. */
export type CrashKind = "UNCAUGHT" | "CAUGHT" | "REJECTION" | "IMPORT";

/** Maximum number of reports per visit: an error in a loop must not flood the server. */
const MAX_REPORTS = 5;

/** Errors that are no fault of the code: the server refused a call and logged it, or the app cancelled one. */
const EXPECTED = new Set(["ApiError", "AbortError"]);

/** Numbers of the reports, by the text of the error. */
const reported = new Map<string, Promise<string | undefined>>();

let traceId: string | undefined;
let matchesOf = (): readonly Match[] => [];

/** Notes the trace id of the newest call, which leads to its lines in the server's log. */
export function noteTrace(id: string | null): void {
  traceId = id ?? traceId;
}

/** Reports an error once. Resolves to the number of its report, if the server has stored it. */
export async function reportCrash(kind: CrashKind, error: unknown): Promise<string | undefined> {
  if (!(error instanceof Error) || EXPECTED.has(error.name)) return undefined;
  const text = `${error.message}\n${error.stack}`;
  const earlier = reported.get(text);
  if (earlier || reported.size >= MAX_REPORTS) return earlier;
  const sending = import("./crashReport")
    .then(({ sendCrash }) => sendCrash({ kind, error, matches: matchesOf(), traceId }))
    .catch(() => undefined);
  reported.set(text, sending);
  return sending;
}

/** Names the page in reports from now on. `matches` returns the routes of the current page. */
export function nameCrashesBy(matches: () => readonly Match[]): void {
  matchesOf = matches;
}

/** Reports errors that nothing has caught. */
export function hearCrashes(): void {
  addEventListener("error", ({ error }) => void reportCrash("UNCAUGHT", error));
  addEventListener("unhandledrejection", ({ reason }) => void reportCrash("REJECTION", reason));
}

/** Handlers of React's root. They log like React's own. */
export const crashHandlers = {
  onUncaughtError(error: unknown): void {
    void reportCrash("UNCAUGHT", error);
    reportError(error);
  },
  onCaughtError(error: unknown): void {
    void reportCrash("CAUGHT", error);
    console.error(error);
  },
};
