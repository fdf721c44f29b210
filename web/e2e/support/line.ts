// A line between browser and server with the faults of real ones: it hangs, delays, loses replies, cuts files, and changes the
// release. Unlike Playwright's routes it works in every browser, and carries the requests of the service worker, too.
import {
  createServer,
  request as send,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/** Path of a script in every page, which lets stories move the browser's clock and reports errors. */
const SCRIPT = "/assets/story.js";

/** Path of the error reports: WebDriver has no event for errors of a page. */
const COMPLAINT = "/assets/story-complaint";

const script = `
const now = Date.now;
Date.now = () => now() + Number(localStorage.getItem("story.clock") ?? 0);
const complain = (what) => void navigator.sendBeacon("${COMPLAINT}", location.pathname + ": " + what);
addEventListener("error", ({ message }) => message && complain(message));
addEventListener("unhandledrejection", ({ reason }) => complain(reason));
document.addEventListener("securitypolicyviolation", (event) => complain(event.violatedDirective + " " + event.blockedURI));`;

/** Moves the clock of pages that are opened from now on. It runs in a page, so it uses nothing from outside. */
export function setClockAhead(milliseconds: string): void {
  localStorage.setItem("story.clock", milliseconds);
}

/** Which requests a fault hits: method and path, such as `PUT /api/v1/Cards/x/redeemed`. */
type Aim = RegExp;

interface Fault {
  /** Number of requests that it has hit. */
  hits: () => number;
  end: () => void;
}

export interface Line {
  origin: string;
  /** Errors that pages reported. */
  complaints: string[];
  /** Leaves all requests from now on unanswered. */
  hang: () => void;
  /** Closes the connection of each request from now on. */
  cut: () => void;
  /** Answers again. Connections that hung are lost. */
  answerAgain: () => void;
  /** Delays all requests from now on. */
  delay: (milliseconds: number) => void;
  /** Lets matching requests reach the server, which does the work, and loses the replies: `times`, or all until the end. */
  loseReplies: (aim: Aim, times?: number) => Fault;
  /** Cuts matching files in the middle: `times`, or all until the end. */
  cutFiles: (aim: Aim, times?: number) => Fault;
  /** Installs another release on the server: its files have other names, and those of the old one are gone. */
  installRelease: () => void;
  close: () => void;
}

type Kind = "lost" | "cut";

interface ActiveFault {
  kind: Kind;
  aim: Aim;
  left: number;
  hits: number;
}

/** Folder of the new release's files: the same files under other names. */
const NEW_FILES = "assets/new/";
const OLD_FILES = "assets/";

const TEXTS = /^(text\/html|application\/json|text\/css|text\/javascript|application\/javascript)/;

const isJson = (headers: IncomingMessage["headers"]) =>
  headers["content-type"]?.startsWith("application/json") === true;

async function bodyOf(reply: IncomingMessage): Promise<Buffer> {
  return Buffer.concat((await reply.toArray()) as Buffer[]);
}

/** Adds the script to a page. The service worker caches it with the other files that the page names. */
function withScript(html: string): string {
  return html.replace("<head>", `<head><script src="${SCRIPT}"></script>`);
}

interface Upstream {
  port: string;
  /** Address of the caller, for the server's rate limits. */
  address: string;
}

class FaultyLine {
  isHanging = false;
  isCut = false;
  readonly complaints: string[] = [];
  delay = 0;
  isNewRelease = false;
  readonly held: ServerResponse[] = [];
  readonly channels = new Set<Duplex>();
  readonly faults: ActiveFault[] = [];
  readonly upstream: Upstream;

  constructor(upstream: Upstream) {
    this.upstream = upstream;
  }

  addFault(kind: Kind, aim: Aim, left = Number.POSITIVE_INFINITY): Fault {
    const fault: ActiveFault = { kind, aim, left, hits: 0 };
    this.faults.push(fault);
    return { hits: () => fault.hits, end: () => void (fault.left = 0) };
  }

  private faultFor({ method, url }: IncomingMessage): Kind | undefined {
    const hit = this.faults.find(({ aim, left }) => left > 0 && aim.test(`${method} ${url}`));
    if (!hit) return undefined;
    hit.left -= 1;
    hit.hits += 1;
    return hit.kind;
  }

  /** Returns the path at the server, or `undefined` for a file of a release that is gone. */
  private pathOf(url: string): string | undefined {
    if (!this.isNewRelease || !url.startsWith(`/${OLD_FILES}`)) return url;
    return url.startsWith(`/${NEW_FILES}`) ? url.replace(NEW_FILES, OLD_FILES) : undefined;
  }

  async answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isCut) return void response.destroy();
    if (this.isHanging) return void this.held.push(response);
    if (this.delay > 0) await pause(this.delay);
    // A browser repeats a request by itself if a connection that it used before breaks.
    response.shouldKeepAlive = false;
    if (asked.url === SCRIPT) {
      response.writeHead(200, { "content-type": "text/javascript" }).end(script);
      return;
    }
    if (asked.url === COMPLAINT) {
      this.complaints.push((await bodyOf(asked)).toString());
      response.writeHead(204).end();
      return;
    }
    const path = this.pathOf(asked.url ?? "/");
    if (path === undefined) response.writeHead(404).end();
    else this.forward(asked, response, path);
  }

  private forward(asked: IncomingMessage, response: ServerResponse, path: string): void {
    const { port, address } = this.upstream;
    const headers = { ...asked.headers, "accept-encoding": "identity", "x-forwarded-for": address };
    const fault = this.faultFor(asked);
    // The server knows its pages by its own port, and pages name their own address in calls.
    const { host = "" } = headers;
    const serversHost = host.replace(/\d+$/, port);
    const rename = (text: string) => text.replaceAll(serversHost, host);
    const sending = send({ port, path, method: asked.method, headers, agent: false }, (reply) => {
      this.pass(reply, response, fault, rename).catch(() => response.destroy());
    });
    sending.on("error", () => response.destroy());
    if (!isJson(headers)) asked.pipe(sending);
    else void this.sendRenamed(asked, sending, (text) => text.replaceAll(host, serversHost));
  }

  private async sendRenamed(
    asked: IncomingMessage,
    sending: ClientRequest,
    rename: (text: string) => string,
  ): Promise<void> {
    const body = Buffer.from(rename((await bodyOf(asked)).toString()));
    sending.setHeader("content-length", body.length);
    sending.end(body);
  }

  private async pass(
    reply: IncomingMessage,
    response: ServerResponse,
    fault: Kind | undefined,
    rename: (text: string) => string,
  ): Promise<void> {
    const status = reply.statusCode ?? 200;
    if (fault === "lost") {
      await bodyOf(reply);
      response.destroy();
    } else if (fault === "cut") {
      const body = await bodyOf(reply);
      response.writeHead(status, { ...reply.headers, "content-length": body.length });
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    } else if (TEXTS.test(reply.headers["content-type"] ?? "")) {
      const { "content-length": _, etag: __, ...headers } = reply.headers;
      const text = rename((await bodyOf(reply)).toString());
      const page = headers["content-type"]?.startsWith("text/html") ? withScript(text) : text;
      response
        .writeHead(status, headers)
        .end(this.isNewRelease && !isJson(headers) ? renameFiles(page) : page);
    } else {
      response.writeHead(status, reply.headers);
      reply.pipe(response);
    }
  }

  /** Connects the live channel. */
  upgrade(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.channels.add(socket);
    if (this.isCut) return void socket.destroy();
    if (this.isHanging) return;
    const { port, address } = this.upstream;
    const server = connect(Number(port), "127.0.0.1", () => {
      const headers = asked.rawHeaders.flatMap((name, place) =>
        place % 2 === 0 ? [`${name}: ${asked.rawHeaders[place + 1]}`] : [],
      );
      const lines = [`GET ${asked.url} HTTP/1.1`, ...headers, `x-forwarded-for: ${address}`];
      server.write(`${lines.join("\r\n")}\r\n\r\n`);
      server.write(head);
      server.pipe(socket).pipe(server);
    });
    server.on("error", () => socket.destroy());
    socket.on("error", () => server.destroy());
    socket.on("close", () => server.destroy());
  }
}

function renameFiles(text: string): string {
  // The stories' script is of no release.
  return text.replaceAll(OLD_FILES, NEW_FILES).replaceAll(SCRIPT.replace(OLD_FILES, NEW_FILES), SCRIPT);
}

interface Ends {
  /** Host of the server, which determines the brand. */
  hostname: string;
  port: string;
  /** Address of the caller, for the server's rate limits. */
  address: string;
}

/** Opens a line to a server. */
export async function openLine({ hostname, ...upstream }: Ends): Promise<Line> {
  const line = new FaultyLine(upstream);
  const server: Server = createServer((asked, response) => void line.answer(asked, response));
  server.on("upgrade", (asked, socket, head) => line.upgrade(asked, socket, head));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    complaints: line.complaints,
    hang: () => void (line.isHanging = true),
    cut: () => {
      line.isCut = true;
      line.channels.forEach((socket) => socket.destroy());
    },
    answerAgain: () => {
      line.isHanging = false;
      line.isCut = false;
      line.held.splice(0).forEach((response) => response.destroy());
    },
    delay: (milliseconds) => void (line.delay = milliseconds),
    loseReplies: (aim, times) => line.addFault("lost", aim, times),
    cutFiles: (aim, times) => line.addFault("cut", aim, times),
    installRelease: () => void (line.isNewRelease = true),
    close: () => {
      server.close();
      server.closeAllConnections();
      line.channels.forEach((socket) => socket.destroy());
    },
  };
}
