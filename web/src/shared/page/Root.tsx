import { Outlet, ScrollRestoration, type Location } from "react-router";
import { RouteAnnouncer } from "./RouteAnnouncer";
import { useSessionEnd } from "./useSessionEnd";

/** Pages that the browser itself has loaded have all the same key: one would begin where another was left. */
const whereOf = ({ key, pathname }: Location) => (key === "default" ? pathname : key);

/** Around every page of every area: what a change of page owes to eyes, ears and keyboards. */
export function Root() {
  useSessionEnd();
  return (
    <>
      <Outlet />
      <RouteAnnouncer />
      <ScrollRestoration getKey={whereOf} />
    </>
  );
}
