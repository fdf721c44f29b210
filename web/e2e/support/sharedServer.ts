// Starts the server that stories share, unless BASE_URL and BASE_URL_RAYZR name a running one.
import { startServer } from "./server.ts";

export default async function startSharedServer(): Promise<() => Promise<unknown>> {
  if (process.env["BASE_URL"] && process.env["BASE_URL_RAYZR"]) return async () => undefined;
  const { port, stop } = await startServer();
  process.env["BASE_URL"] = `http://localhost:${port}`;
  process.env["BASE_URL_RAYZR"] = `http://rayzr.localhost:${port}`;
  return stop;
}
