// How long the app waits for the server, by kind of call.

export const TIMEOUT_MS = {
  /** Reads can be repeated safely, and the user sees an empty page meanwhile. */
  read: 12_000,
  /** Reads that the server computes or draws while the caller waits. */
  report: 60_000,
  /** Longer than the server takes for any change: one that we abort may have been made. */
  change: 60_000,
  /** Longer than the server waits for the gateway. Afterwards a page follows the payment. */
  payment: 40_000,
  /** The largest picture on a network of 50 kbit/s. */
  upload: 180_000,
  /** Files that hold everything of a person or for the bank. */
  export: 120_000,
} as const;

type CallKind = keyof typeof TIMEOUT_MS;

/** Timeouts of the two attempts to renew a session. Together they equal the timeout of a read. */
export const RENEWAL_TIMEOUTS_MS = [4_000, 8_000] as const;

/** Signing out works without the server, so it waits only briefly. */
export const SIGN_OUT_TIMEOUT_MS = 3_000;

/** Code of the app: a slow network takes some seconds for the largest file. */
export const CODE_TIMEOUT_MS = 20_000;

/** Asking whether the server has a file, or which release it runs. */
export const PROBE_TIMEOUT_MS = 10_000;

const PAYMENT = "/api/v1/Orders/checkout";
const EXPORTS = /\/export$|\/exports\/\{id\}\/file$/;
const REPORTS = /\/(Report|Books|Helpdesk\/search)\b|\/Vendors\/summary|picture$/;

/** Returns the kind of a call by its method, path template and body. */
export function kindOf(method: string, path: string, body: unknown): CallKind {
  if (body instanceof FormData) return "upload";
  if (path === PAYMENT) return "payment";
  if (EXPORTS.test(path)) return "export";
  if (method !== "get") return "change";
  return REPORTS.test(path) ? "report" : "read";
}
