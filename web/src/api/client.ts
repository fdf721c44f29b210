// The server's calls, typed by its own OpenAPI document: the path says which parameters and which answer. The types are the
// work; what runs is small, because every page carries it.
import type { PathsWithMethod, RequiredKeysOf, SuccessResponse } from "openapi-typescript-helpers";
import { ApiError, errorFromAnswer, errorFromFailure, isCancelled } from "@/api/error";
import type { paths } from "@/api/schema";

type Method = "get" | "post" | "put" | "delete";

type Operation<Paths, P extends keyof Paths, M extends Method> = Paths[P] extends { [method in M]: infer O }
  ? O
  : never;

/** The path and query parameters of a call, as the document names them. */
type Parameters<O> = O extends { parameters: infer Given }
  ? Pick<Given, keyof Given & ("path" | "query")>
  : object;

/** What a call takes as its query. */
export type QueryOf<P extends PathsWithMethod<paths, "get">> =
  Operation<paths, P, "get"> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** What a list can be sorted by. */
export type OrderOf<P extends PathsWithMethod<paths, "get">> =
  QueryOf<P> extends { orderBy?: infer Order } ? NonNullable<Order> : never;

/** The bodies that a call takes: JSON as data, a form as a form. */
type Body<O> = O extends { requestBody: { content: infer Content } }
  ? { body: "multipart/form-data" extends keyof Content ? FormData : Content[keyof Content] }
  : O extends { requestBody?: { content: infer Content } }
    ? { body?: Content[keyof Content] }
    : object;

/** Calls that move money can be named: what is sent again under the same key is done once. */
type Named<O> = O extends { parameters: { header?: { "Idempotency-Key"?: string | null } } }
  ? { key?: string }
  : object;

/** Changes can say which version of the record they are one of: they are refused when somebody else has changed it since. */
type Versioned<O> = O extends { parameters: { header?: { "If-Match"?: string | null } } }
  ? { version?: string }
  : object;

/** What only a till may ask: the secret that its device keeps. */
type FromTill<O> = O extends { parameters: { header?: { "X-Till-Secret"?: string | null } } }
  ? { till?: string }
  : object;

type Options<O> = Parameters<O> &
  Body<O> &
  Named<O> &
  Versioned<O> &
  FromTill<O> & {
    signal?: AbortSignal;
    /** What stands beside the answer. */
    onHeaders?: (headers: Headers) => void;
  };

type Arguments<O> = RequiredKeysOf<Options<O>> extends never ? [options?: Options<O>] : [options: Options<O>];

type Answer<O> = O extends { responses: infer Given extends Record<string | number, unknown> }
  ? SuccessResponse<Given>
  : never;

/** What a call that reads takes, and what it answers with. */
export type ReadArguments<P extends PathsWithMethod<paths, "get">> = Arguments<Operation<paths, P, "get">>;
export type AnswerOf<P extends PathsWithMethod<paths, "get">> = Answer<Operation<paths, P, "get">>;

/** The options of a call that makes something, and its answer. */
export type Creating<P extends PathsWithMethod<paths, "post">> = Omit<
  Options<Operation<paths, P, "post">>,
  "key" | "signal" | "onHeaders"
>;
export type AnswerTo<P extends PathsWithMethod<paths, "post">> = Answer<Operation<paths, P, "post">>;

/** What the typed options are once they only have to be sent. */
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

/** The token of a mailed link opens what the link is for. It travels in a header: logs of proxies keep paths. */
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

/** Longer than the server takes for any change: a change that is given up may have been made. */
const MAX_CHANGE_MS = 60_000;
/** A read can be made again at any time, and its reader is looking at an empty page meanwhile. */
const MAX_READ_MS = 12_000;
/** Reads that the server computes, draws or gathers while the caller waits. */
const SLOW_READS =
  /\/(Report|Books|Helpdesk\/search)\b|\/Vendors\/summary|\/(export|exports|picture|shared-picture)$/;

function maxWait(method: Method, address: string): number {
  return method === "get" && !SLOW_READS.test(address.split("?")[0] ?? "") ? MAX_READ_MS : MAX_CHANGE_MS;
}

/** Ends with the caller's own signal. A file takes as long as its way does; older phones can't watch two signals. */
function patience(wait: number, body: unknown, signal: AbortSignal | undefined): AbortSignal | null {
  if (body instanceof FormData) return signal ?? null;
  const limit = AbortSignal.timeout(wait);
  return signal ? (AbortSignal.any?.([signal, limit]) ?? signal) : limit;
}

function requestInit(
  method: Method,
  address: string,
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
    signal: patience(maxWait(method, address), body, signal),
    headers,
  };
  // Who is signed in may just have changed what the browser keeps for visitors.
  if (token !== undefined) init.cache = "no-cache";
  if (body === undefined) return init;
  if (body instanceof FormData) return { ...init, body };
  return { ...init, body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } };
}

/** Gives what proves who is calling; after the server refused that, something newer, if there is any. */
type Authorization = (refused?: string) => Promise<string | undefined>;

interface Caller {
  prove: Authorization;
  /** Asks the person to prove again that it is really them; false when they would rather not. */
  confirm?: () => Promise<boolean>;
  /** Told when the server accepts no proof any more. */
  onRefused?: () => void;
}

const nobody: Caller = { prove: async () => undefined };

let authorization = nobody.prove;
let confirmation = async (): Promise<boolean> => false;

/** From now on calls are made in somebody's name, who can be asked to prove again that it is them. */
export function authorizeCalls(given: Authorization, confirm = confirmation): void {
  authorization = given;
  confirmation = confirm;
}

const unauthorizedListeners = new Set<() => void>();

/** Tells the session that the server no longer knows the caller. Returns the way to stop listening. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isFile = /^(image|application\/pdf)/.test(response.headers.get("content-type") ?? "");
  if (response.ok) return isFile ? response.blob() : response.json();
  // A failure may come from anything on the way, in any form.
  const body: unknown = await response.json().catch(() => undefined);
  throw errorFromAnswer(response.status, body);
}

/** Sends it; once more with a newer proof when the server refuses the first one, which means that it has done nothing yet. */
async function send(caller: Caller, method: Method, path: string, sendable: Sendable): Promise<Response> {
  const address = addressOf(path, sendable);
  const token = await caller.prove();
  const response = await fetch(address, requestInit(method, address, sendable, token));
  if (response.status !== 401 || token === undefined) return response;
  const newer = await caller.prove(token);
  return newer === undefined ? response : fetch(address, requestInit(method, address, sendable, newer));
}

/** Like `send`, and once more after the person has proven again that it is them, where the server asks for that first. */
async function sendProven(
  caller: Caller,
  method: Method,
  path: string,
  sendable: Sendable,
): Promise<unknown> {
  const attempt = async () => {
    const response = await send(caller, method, path, sendable);
    if (response.status === 401) caller.onRefused?.();
    sendable.onHeaders?.(response.headers);
    return readAnswer(response);
  };
  return attempt().catch(async (refusal: unknown) => {
    if (!(refusal instanceof ApiError) || refusal.errorCode !== "PROOF_REQUIRED") throw refusal;
    const isProven = await caller.confirm?.();
    if (!isProven) throw isProven === undefined ? refusal : new DOMException("", "AbortError");
    return attempt();
  });
}

/** The calls of one document. */
export function callsOf<Paths extends object>(caller = nobody) {
  /** Makes a call and gives what it answers with, which for some is nothing; or throws an ApiError. */
  return async function call<M extends Method, P extends PathsWithMethod<Paths, M> & keyof Paths & string>(
    method: M,
    path: P,
    ...[options]: Arguments<Operation<Paths, P, M>>
  ): Promise<Answer<Operation<Paths, P, M>>> {
    const sendable = (options ?? {}) as Sendable;
    try {
      return (await sendProven(caller, method, path, sendable)) as Answer<Operation<Paths, P, M>>;
    } catch (cause) {
      // A cancelled call is nobody's failure: whoever cancelled it isn't waiting any more.
      if (isCancelled(cause) || cause instanceof ApiError) throw cause;
      throw errorFromFailure(cause, method !== "get");
    }
  };
}

/** Calls in the name of whoever is signed in. The session hears when the server doesn't accept that name any more. */
export const call = callsOf<paths>({
  prove: (refused) => authorization(refused),
  confirm: () => confirmation(),
  onRefused: () => unauthorizedListeners.forEach((listener) => listener()),
});

export const callAsNobody = callsOf<paths>();

/** Calls with one certain proof, while a session is only being opened or already being closed. */
export function callAs(token: string) {
  return callsOf<paths>({ prove: async (refused) => (refused === undefined ? token : undefined) });
}
