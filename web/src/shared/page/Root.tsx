import { Outlet, ScrollRestoration, type Location, useLocation } from "react-router";
import { useSessionEnd } from "./useSessionEnd";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { removeOldErrors } from "@/ui/overlay/toast";
import { isWithinPage } from "./withinPage";

/**
 * Imitates a page load after navigation: announces the new title to screen readers and focuses the
 * new heading, once the heading is rendered. Skips the first page, which the browser announces, and
 * navigation within a page. After a sheet beside a list closes, the heading is the same, and the
 * focus stays where the sheet returned it.
 */
export function RouteAnnouncer() {
  const { pathname, state } = useLocation();
  const announcedPath = useRef(pathname);
  const lastHeading = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState("");

  /** Focused element when the page changed, before the new page moved the focus. */
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    before.current = document.activeElement;
  });

  useEffect(() => {
    const isKnown = announcedPath.current === pathname;
    announcedPath.current = pathname;
    const isSilent = isKnown || isWithinPage(state);
    if (!isSilent) removeOldErrors();
    const arrive = () => {
      const heading = document.querySelector<HTMLElement>("[data-page-heading]");
      if (!heading) return;
      observer.disconnect();
      const isNew = heading !== lastHeading.current;
      lastHeading.current = heading;
      if (isSilent) return;
      setAnnouncement(document.title);
      // Don't move the focus if the user, or the new page, has already put it elsewhere.
      if ((isNew && document.activeElement === before.current) || document.activeElement === document.body) {
        heading.focus({ preventScroll: true });
      }
    };
    const observer = new MutationObserver(arrive);
    observer.observe(document.body, { childList: true, subtree: true });
    arrive();
    return () => observer.disconnect();
  }, [pathname, state]);

  return (
    <p className="sr-only" aria-live="polite" role="status" data-announcer="">
      {announcement}
    </p>
  );
}

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
