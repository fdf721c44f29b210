import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { isWithinPage } from "./withinPage";

/**
 * Does for a page change inside the app what the browser does when it loads a page: a screen reader hears the new title,
 * and the focus goes to the new heading. The first page is left to the browser, and a change within a page to that page.
 */
export function RouteAnnouncer() {
  const { pathname, state } = useLocation();
  const announcedPath = useRef(pathname);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    const isKnown = announcedPath.current === pathname;
    announcedPath.current = pathname;
    if (isKnown || isWithinPage(state)) return;
    setAnnouncement(document.title);
    document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
  }, [pathname, state]);

  return (
    <p className="sr-only" aria-live="polite" aria-atomic="true" role="status" data-announcer="">
      {announcement}
    </p>
  );
}
