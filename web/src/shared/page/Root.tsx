import { Outlet, ScrollRestoration } from "react-router";
import { RouteAnnouncer } from "./RouteAnnouncer";
import { useSessionEnd } from "./useSessionEnd";

/** Around every page of every area: what a change of page owes to eyes, ears and keyboards. */
export function Root() {
  useSessionEnd();
  return (
    <>
      <Outlet />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
}
