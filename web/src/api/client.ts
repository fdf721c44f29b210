// Typed client for the server's calls, derived from its OpenAPI document: the path determines the
// parameters and the answer. The run-time code stays small because every page loads it.
import type { PathsWithMethod, RequiredKeysOf, SuccessResponse } from "openapi-typescript-helpers";
import { ApiError, CancelledCall, errorFromAnswer, errorFromFailure, isCancelled } from "@/api/error";
import { m } from "@/i18n";
import type { paths } from "@/api/schema";
import { noteTrace } from "@/lib/crashes";
import { kindOf, TIMEOUT_MS } from "@/lib/timeouts";

type Method = "get" | "post" | "put" | "delete";

type Operation<Paths, P extends keyof Paths, M extends Method> = Paths[P] extends { [method in M]: infer O }
  ? O
  : never;

/** Member that an operation declares, such as its `parameters`. The document leaves out empty members. */
type Declared<O, Member extends string> = Member extends keyof O ? NonNullable<O[Member]> : object;

/** Path and query parameters of an operation, as the OpenAPI document declares them. */
type Parameters<O> = Pick<Declared<O, "parameters">, keyof Declared<O, "parameters"> & ("path" | "query")>;

/** Query parameters of a GET call. */
export type QueryOf<P extends PathsWithMethod<paths, "get">> = "query" extends keyof Declared<
  Operation<paths, P, "get">,
  "parameters"
>
  ? Declared<Declared<Operation<paths, P, "get">, "parameters">, "query">
  : never;

/** Request body of an operation: JSON as data, a form as `FormData`. */
type Body<O> =
  Declared<O, "requestBody"> extends { content: infer Content }
    ? O extends { requestBody: object }
      ? { body: "multipart/form-data" extends keyof Content ? FormData : Content[keyof Content] }
      : { body?: Content[keyof Content] }
    : object;

/** An option for the calls that accept a header. */
type ForHeader<O, Header extends string, Option> = Header extends keyof Declared<
  Declared<O, "parameters">,
  "header"
>
  ? Option
  : object;

/**
 * Option for calls that accept an idempotency key. The server executes repeated calls with one key
 * once.
 */
type Named<O> = ForHeader<O, "Idempotency-Key", { key?: string }>;

/**
 * Option for changes with optimistic locking: the server refuses a change to a record that has a
 * newer version.
 */
type Versioned<O> = ForHeader<O, "If-Match", { version?: string }>;

/** Option for calls that only a till may make: the secret stored on the device. */
type FromTill<O> = ForHeader<O, "X-Till-Secret", { till?: string }>;

type Options<O> = Parameters<O> &
  Body<O> &
  Named<O> &
  Versioned<O> &
  FromTill<O> & {
    signal?: AbortSignal;
    /** Receives the response headers. */
    onHeaders?: (headers: Headers) => void;
  };

type Arguments<O> = RequiredKeysOf<Options<O>> extends never ? [options?: Options<O>] : [options: Options<O>];

type Answer<O> = O extends { responses: infer Given extends Record<string | number, unknown> }
  ? SuccessResponse<Given>
  : never;

/** Options of a GET call, and its answer. */
export type ReadArguments<P extends PathsWithMethod<paths, "get">> = Arguments<Operation<paths, P, "get">>;
export type AnswerOf<P extends PathsWithMethod<paths, "get">> = Answer<Operation<paths, P, "get">>;

/** Paths of POST calls that accept an idempotency key. */
export type NamedPath = {
  [P in PathsWithMethod<paths, "post">]: "key" extends keyof Named<Operation<paths, P, "post">> ? P : never;
}[PathsWithMethod<paths, "post">];

/** Options of a POST call, and its answer. */
export type Creating<P extends PathsWithMethod<paths, "post">> = Omit<
  Options<Operation<paths, P, "post">>,
  "key" | "signal" | "onHeaders"
>;
export type AnswerTo<P extends PathsWithMethod<paths, "post">> = Answer<Operation<paths, P, "post">>;

/** Options without their types, as `send` needs them. */
interface Sendable {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  key?: string;
  version?: string;
  till?: string;
  signal?: AbortSignal;
  onHeaders?: (headers: Headers) => void;
}

/**
 * Name of the path parameter that holds the token of a mailed link. The token is sent in a header,
 * because proxies log paths.
 */
const LINK_TOKEN = "token";

function addressOf(template: string, { path = {}, query = {} }: Sendable): string {
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === LINK_TOKEN ? "-" : encodeURIComponent(path[name] ?? ""),
  );
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) given.append(name, String(value));
  }
  return given.size > 0 ? `${address}?${given}` : address;
}

/**
 * Returns the signal that aborts a call: the caller's own, or the timeout. Browsers without
 * `AbortSignal.any` get no timeout when the caller passes a signal.
 */
function patience(wait: number, signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(wait);
  return signal ? (AbortSignal.any?.([signal, limit]) ?? signal) : limit;
}

function requestInit(
  method: Method,
  template: string,
  { path, body, key, version, till, signal }: Sendable,
  token: string | undefined,
): RequestInit {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (key !== undefined) headers["idempotency-key"] = key;
  if (version !== undefined) headers["if-match"] = `"${version}"`;
  if (till !== undefined) headers["x-till-secret"] = till;
  const link = path?.[LINK_TOKEN];
  if (link !== undefined) headers["x-link-token"] = encodeURIComponent(link);
  const init: RequestInit = {
    method: method.toUpperCase(),
    signal: patience(TIMEOUT_MS[kindOf(method, template, body)], signal),
    headers,
  };
  // The HTTP cache may hold the answer for visitors, from before the user signed in.
  if (token !== undefined) init.cache = "no-cache";
  if (body === undefined) return init;
  if (body instanceof FormData) return { ...init, body };
  return { ...init, body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } };
}

/**
 * Returns the access token. `refused` is a token that the server rejected: the result is then a
 * newer one, if there is one.
 */
type Authorization = (refused?: string) => Promise<string | undefined>;

interface Caller {
  prove: Authorization;
  /** Asks the user to prove their identity again. Resolves to false if they cancel. */
  confirm?: () => Promise<boolean>;
  /** Called when the server rejects the newest token. */
  onRefused?: () => void;
}

const nobody: Caller = { prove: async () => undefined };

let authorization = nobody.prove;
let confirmation = async (): Promise<boolean> => false;

/**
 * Makes all later calls with these access tokens, and with this dialog for repeated proof of
 * identity.
 */
export function authorizeCalls(given: Authorization, confirm = confirmation): void {
  authorization = given;
  confirmation = confirm;
}

const unauthorizedListeners = new Set<() => void>();

/**
 * Registers a listener for calls that the server answers with 401. Returns the function that
 * removes it.
 */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

/** Changes that users may repeat without looking first: signing in, the cart, and notices. */
const REPEATABLE = /\/(OAuth|proof|Carts|Notices)\b|\/Tills\/sessions$/;

/**
 * Returns the message for a change that may have been made although no reply came. `undefined` if
 * the change is harmless: then the user only has to know that there is no connection. A form with a
 * version finds out by itself.
 */
function noReplyTo(method: Method, path: string, { key, version }: Sendable): (() => string) | undefined {
  if (method === "get" || version !== undefined || REPEATABLE.test(path)) return undefined;
  return key === undefined ? m.common_error_unsure : m.common_error_once;
}

async function readAnswer(response: Response, noReply: (() => string) | undefined): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isFile = /^(image|application\/pdf)/.test(response.headers.get("content-type") ?? "");
  if (response.ok) return isFile ? response.blob() : response.json();
  // The body of a failure may be anything: a proxy can have sent it.
  const body: unknown = await response.json().catch(() => undefined);
  throw errorFromAnswer(response.status, body, noReply);
}

/**
 * Sends a call. If the server rejects the token, sends it again with a newer one: a rejected call
 * had no effect.
 */
async function send(caller: Caller, method: Method, path: string, sendable: Sendable): Promise<Response> {
  const address = addressOf(path, sendable);
  const token = await caller.prove();
  const response = await fetch(address, requestInit(method, path, sendable, token));
  if (response.status !== 401 || token === undefined) return response;
  const newer = await caller.prove(token);
  return newer === undefined ? response : fetch(address, requestInit(method, path, sendable, newer));
}

/**
 * Like `send`, but repeats the call after the user has proven their identity, if the server
 * requires that.
 */
async function sendProven(
  caller: Caller,
  method: Method,
  path: string,
  sendable: Sendable,
): Promise<unknown> {
  const attempt = async () => {
    const response = await send(caller, method, path, sendable);
    if (response.status === 401) caller.onRefused?.();
    noteTrace(response.headers.get("x-trace-id"));
    sendable.onHeaders?.(response.headers);
    return readAnswer(response, noReplyTo(method, path, sendable));
  };
  return attempt().catch(async (refusal: unknown) => {
    if (!(refusal instanceof ApiError) || refusal.errorCode !== "PROOF_REQUIRED") throw refusal;
    const isProven = await caller.confirm?.();
    if (!isProven) throw isProven === undefined ? refusal : new CancelledCall();
    return attempt();
  });
}

/** Creates a `call` function for the operations of one OpenAPI document. */
export function callsOf<Paths extends object>(caller = nobody) {
  /** Makes a call and returns its answer (`undefined` for 204). Throws an `ApiError`. */
  return async function call<M extends Method, P extends PathsWithMethod<Paths, M> & keyof Paths & string>(
    method: M,
    path: P,
    ...[options]: Arguments<Operation<Paths, P, M>>
  ): Promise<Answer<Operation<Paths, P, M>>> {
    const sendable = (options ?? {}) as Sendable;
    const wasOnline = navigator.onLine;
    try {
      return (await sendProven(caller, method, path, sendable)) as Answer<Operation<Paths, P, M>>;
    } catch (cause) {
      // Some versions of Chrome report a timeout as an abort, so an abort counts as cancelled only if
      // the caller asked for it. Then there is no failure to report.
      const hasCancelled = cause instanceof CancelledCall || (isCancelled(cause) && sendable.signal?.aborted);
      if (hasCancelled || cause instanceof ApiError) throw cause;
      throw errorFromFailure(cause, wasOnline ? noReplyTo(method, path, sendable) : undefined);
    }
  };
}

/** Makes calls as the signed-in user. Listeners of `onUnauthorized` learn of a rejected session. */
export const call = callsOf<paths>({
  prove: (refused) => authorization(refused),
  confirm: () => confirmation(),
  onRefused: () => unauthorizedListeners.forEach((listener) => listener()),
});

export const callAsNobody = callsOf<paths>();

/** Makes calls with a fixed token, while a session is being opened or closed. */
export function callAs(token: string) {
  return callsOf<paths>({ prove: async (refused) => (refused === undefined ? token : undefined) });
}
