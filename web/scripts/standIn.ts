// Answers the calls of the development server from src/testing/standIn.ts, so that `npm run dev`
// needs no server. Builds don't have it.
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import type { ApiDocument, Asked, Reply } from "../src/testing/standIn.ts";

const documentFile = join(import.meta.dirname, "../../crates/funray/openapi.json");

async function askedBy(request: IncomingMessage): Promise<Asked> {
  const sent: Buffer[] = [];
  for await (const part of request) sent.push(part as Buffer);
  const text = Buffer.concat(sent).toString();
  const isJson = request.headers["content-type"]?.includes("json") ?? false;
  return {
    method: request.method ?? "GET",
    path: new URL(request.url ?? "/", "http://localhost").pathname,
    token: request.headers.authorization?.replace("Bearer ", ""),
    body: isJson && text !== "" ? (JSON.parse(text) as unknown) : undefined,
  };
}

interface StandInModule {
  createStandIn: (document: ApiDocument) => (asked: Asked) => Reply;
}

async function reply(
  server: ViteDevServer,
  document: ApiDocument,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    // Loaded for each call, so that changed data counts at once.
    const { createStandIn } = (await server.ssrLoadModule("/src/testing/standIn.ts")) as StandInModule;
    const { status, body, file } = createStandIn(document)(await askedBy(request));
    response.statusCode = status;
    response.setHeader("content-type", file?.type ?? "application/json");
    response.end(file?.text ?? (body === undefined ? undefined : JSON.stringify(body)));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
}

export function standInServer(): Plugin {
  return {
    name: "stand-in-server",
    apply: "serve",
    configureServer(server) {
      const document = JSON.parse(readFileSync(documentFile, "utf8")) as ApiDocument;
      server.middlewares.use((request, response, next) => {
        const isCall = /^\/(api|captcha|files|hubs|sandbox)\//.test(request.url ?? "");
        if (isCall) void reply(server, document, request, response);
        else next();
      });
    },
  };
}
