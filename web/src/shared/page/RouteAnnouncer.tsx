import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { leaveErrorsBehind } from "@/ui/toast";
import { isWithinPage } from "./withinPage";

/**
 * Does for a page change inside the app what the browser does when it loads a page: a screen reader hears the new title,
 * and the focus goes to the new heading, both when the heading is there. The first page is left to the browser, and a change
 * within a page to that page. Where a sheet beside a list has closed, the heading is the same: the focus stays where the sheet
 * has handed it back to.
 */
export function RouteAnnouncer() {
  const { pathname, state } = useLocation();
  const announcedPath = useRef(pathname);
  const lastHeading = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState("");

  /** The focus when the page has changed, before the new page has put it anywhere. */
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    before.current = document.activeElement;
  });

  useEffect(() => {
    const isKnown = announcedPath.current === pathname;
    announcedPath.current = pathname;
    const isSilent = isKnown || isWithinPage(state);
    if (!isSilent) leaveErrorsBehind();
    const arrive = () => {
      const heading = document.querySelector<HTMLElement>("[data-page-heading]");
      if (!heading) return;
      observer.disconnect();
      const isNew = heading !== lastHeading.current;
      lastHeading.current = heading;
      if (isSilent) return;
      setAnnouncement(document.title);
      // Users who have gone on meanwhile are not called back, nor is a page that has put the focus into a field of its own.
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
