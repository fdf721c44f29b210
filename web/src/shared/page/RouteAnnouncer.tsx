import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * Does for a page change inside the app what the browser does when it loads a page: a screen reader hears the new title,
 * and the focus goes to the new heading. The first page is left to the browser.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const announcedPath = useRef(pathname);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    if (announcedPath.current === pathname) return;
    announcedPath.current = pathname;
    setAnnouncement(document.title);
    document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <p className="sr-only" aria-live="polite" aria-atomic="true" role="status" data-announcer="">
      {announcement}
    </p>
  );
}
