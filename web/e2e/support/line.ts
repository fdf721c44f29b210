// A line between browser and server that can hang: it accepts requests and never answers. Unlike Playwright's routes it works in
// every browser, and holds the requests of the service worker, too.
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** Path of a script in every page, which lets stories move the browser's clock. */
const CLOCK = "/assets/story-clock.js";

const clockScript = `const now = Date.now; Date.now = () => now() + Number(localStorage.getItem("story.clock") ?? 0);`;

/** Moves the clock of pages that are opened from now on. It runs in a page, so it uses nothing from outside. */
export function setClockAhead(milliseconds: string): void {
  localStorage.setItem("story.clock", milliseconds);
}

export interface Line {
  origin: string;
  /** Leaves all requests from now on unanswered. */
  hang: () => void;
  /** Answers again. Connections that hung are lost. */
  answerAgain: () => void;
  close: () => void;
}

/** Adds the clock's script to a page. The service worker caches it with the other files that the page names. */
async function sendPage(reply: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts = await reply.setEncoding("utf8").toArray();
  const { "content-length": _, etag: __, ...headers } = reply.headers;
  response.writeHead(reply.statusCode ?? 200, headers);
  response.end(parts.join("").replace("<head>", `<head><script src="${CLOCK}"></script>`));
}

function forward(asked: IncomingMessage, response: ServerResponse, port: string, address: string): void {
  const headers = { ...asked.headers, "accept-encoding": "identity", "x-forwarded-for": address };
  const { url: path, method } = asked;
  const sending = send({ port, path, method, headers, agent: false }, (reply) => {
    if (reply.headers["content-type"]?.startsWith("text/html")) void sendPage(reply, response);
    else {
      response.writeHead(reply.statusCode ?? 200, reply.headers);
      reply.pipe(response);
    }
  });
  sending.on("error", () => response.destroy());
  asked.pipe(sending);
}

/** Opens a line to the server at this port, for a caller from this address. */
export async function openLine(port: string, address: string): Promise<Line> {
  let isHanging = false;
  const held: ServerResponse[] = [];
  const server: Server = createServer((asked, response) => {
    if (isHanging) held.push(response);
    else if (asked.url !== CLOCK) forward(asked, response, port, address);
    else response.writeHead(200, { "content-type": "text/javascript" }).end(clockScript);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    hang: () => void (isHanging = true),
    answerAgain: () => {
      isHanging = false;
      held.splice(0).forEach((response) => response.destroy());
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
