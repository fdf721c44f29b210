// HTTPS proxy with HTTP/2, as in front of the server on the internet.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, mkdtempSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Creates a self-signed certificate, which only a browser with certificate checks turned off
 * accepts.
 */
function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2"];
    execFileSync("openssl", ["req", "-x509", ...made, "-subj", "/CN=localhost"], { stdio: "ignore" });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Hop-by-hop headers, which a proxy must not forward. */
const OF_THE_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);

function passedOn<Value>(headers: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(":") && !OF_THE_CONNECTION.has(name)),
  );
}

function forward(target: URL, incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
  const headers = { ...passedOn(incoming.headers), host: target.host };
  const place = { host: "127.0.0.1", port: target.port, path: incoming.url, method: incoming.method };
  const asked = request({ ...place, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, passedOn(reply.headers));
    reply.pipe(outgoing);
  });
  asked.on("error", () => outgoing.writeHead(502).end());
  incoming.pipe(asked);
}

interface Front {
  /** Returns the proxy's address of a page. */
  addressOf: (page: URL) => string;
  close: () => void;
}

/** Before a program on this machine, for one of its hosts. */
export async function openFront(target: URL): Promise<Front> {
  const server = createSecureServer(makeCertificate(), (incoming, outgoing) =>
    forward(target, incoming, outgoing),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: ({ hostname, pathname, search }) => `https://${hostname}:${port}${pathname}${search}`,
    close: () => server.close(),
  };
}
