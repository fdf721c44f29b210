// A line between browser and server that can hang, be cut, or lose a reply. Unlike Playwright's routes it works in every browser,
// and for the requests of the service worker, too.
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

/** Path of a script in every page, and of the complaints that it sends. */
const SCRIPT = "/assets/story.js";
const COMPLAINT = "/assets/story-complaint";

/** Lets stories move the browser's clock, and reports errors of pages, which WebDriver can't. */
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

export interface Line {
  /** Port of the line on this machine. */
  port: number;
  /** Errors that pages reported. */
  complaints: string[];
  /** Leaves all requests from now on unanswered. */
  hang: () => void;
  /** Closes the connection of each request from now on. */
  cut: () => void;
  /** Answers again. Connections that hung are lost. */
  answerAgain: () => void;
  /** Lets the next request to this path reach the server, and answers it with 502. */
  loseReply: (path: RegExp) => void;
  close: () => void;
}

interface Target {
  port: string;
  /** Address that the caller seems to have. */
  address: string;
}

/** Sends a body with changes, if it is of this kind, and otherwise as it comes. */
async function sendBody(
  from: IncomingMessage,
  to: ClientRequest | ServerResponse,
  kind: string,
  change: (text: string) => string,
): Promise<void> {
  if (!from.headers["content-type"]?.startsWith(kind)) return void from.pipe(to);
  const parts = await from.setEncoding("utf8").toArray();
  const body = Buffer.from(change(parts.join("")));
  to.removeHeader("etag");
  to.setHeader("content-length", body.length);
  return void to.end(body);
}

function forward(
  asked: IncomingMessage,
  response: ServerResponse,
  { port, address }: Target,
  isLost: boolean,
): void {
  const headers = { ...asked.headers, "accept-encoding": "identity", "x-forwarded-for": address };
  const { url: path, method } = asked;
  // The server knows its pages by its own port, and pages name their own address in calls.
  const { host = "" } = headers;
  const serversHost = host.replace(/\d+$/, port);
  const sending = send({ port, path, method, headers, agent: false }, (reply) => {
    if (isLost) return void reply.resume().once("end", () => response.writeHead(502).end());
    response.statusCode = reply.statusCode ?? 200;
    response.setHeaders(new Map(Object.entries(reply.headers).map(([name, value = ""]) => [name, value])));
    const isPage = reply.headers["content-type"]?.startsWith("text/html") === true;
    return void (isPage
      ? sendBody(reply, response, "text/html", (text) =>
          text.replace("<head>", `<head><script src="${SCRIPT}"></script>`),
        )
      : sendBody(reply, response, "application/json", (text) => text.replaceAll(serversHost, host)));
  });
  sending.on("error", () => response.destroy());
  void sendBody(asked, sending, "application/json", (text) => text.replaceAll(host, serversHost));
}

/** Forwards a WebSocket, which is a stream of bytes after its request. */
function tunnel(asked: IncomingMessage, socket: Duplex, { port, address }: Target): void {
  const server = connect(Number(port), "127.0.0.1", () => {
    const headers = Object.entries({ ...asked.headers, "x-forwarded-for": address });
    const lines = headers.map(([name, value = ""]) => `${name}: ${value.toString()}`);
    server.write([`GET ${asked.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
    socket.pipe(server).pipe(socket);
  });
  server.on("error", () => socket.destroy()).on("close", () => socket.destroy());
  socket.on("error", () => server.destroy()).on("close", () => server.destroy());
}

/** Opens a line to the server. */
export async function openLine(target: Target): Promise<Line> {
  let state: "open" | "hanging" | "cut" = "open";
  let losing: RegExp | undefined;
  const held: ServerResponse[] = [];
  const tunnels = new Set<Duplex>();
  const complaints: string[] = [];
  const server: Server = createServer((asked, response) => {
    const path = asked.url ?? "";
    if (state === "hanging") held.push(response);
    else if (state === "cut") asked.socket.destroy();
    else if (path === SCRIPT) response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    else if (path === COMPLAINT) {
      void asked
        .setEncoding("utf8")
        .toArray()
        .then((parts) => complaints.push(parts.join("")));
      response.writeHead(204).end();
    } else {
      const isLost = losing?.test(path) === true;
      if (isLost) losing = undefined;
      forward(asked, response, target, isLost);
    }
  });
  server.on("upgrade", (asked: IncomingMessage, socket: Duplex) => {
    if (state !== "open") return socket.destroy();
    tunnels.add(socket.once("close", () => tunnels.delete(socket)));
    return tunnel(asked, socket, target);
  });
  const fail = (now: "hanging" | "cut") => {
    state = now;
    tunnels.forEach((socket) => socket.destroy());
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    complaints,
    hang: () => fail("hanging"),
    cut: () => fail("cut"),
    answerAgain: () => {
      state = "open";
      held.splice(0).forEach((response) => response.destroy());
    },
    loseReply: (path) => void (losing = path),
    close: () => {
      tunnels.forEach((socket) => socket.destroy());
      server.close();
      server.closeAllConnections();
    },
  };
}
