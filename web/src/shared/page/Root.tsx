import { Outlet, ScrollRestoration, type Location } from "react-router";
import { RouteAnnouncer } from "./RouteAnnouncer";
import { useSessionEnd } from "./useSessionEnd";

/** Full page loads share the key "default"; use the path so that scroll positions don't mix. */
const whereOf = ({ key, pathname }: Location) => (key === "default" ? pathname : key);

const reload = () => location.reload();

/**
 * Layout around all pages of all areas: scroll position, announcements and focus after navigation.
 */
export function Root() {
  const isReplaced = useSessionEnd(reload);
  if (isReplaced) return null;
  return (
    <>
      <Outlet />
      <RouteAnnouncer />
      <ScrollRestoration getKey={whereOf} />
    </>
  );
}
