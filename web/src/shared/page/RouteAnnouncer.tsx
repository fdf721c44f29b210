import { useEffect, useRef, useState } from "react";
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

  useEffect(() => {
    const isKnown = announcedPath.current === pathname;
    announcedPath.current = pathname;
    if (isKnown || isWithinPage(state)) return undefined;
    leaveErrorsBehind();
    const before = document.activeElement;
    const arrive = () => {
      const heading = document.querySelector<HTMLElement>("[data-page-heading]");
      if (!heading) return;
      observer.disconnect();
      setAnnouncement(document.title);
      const isNew = heading !== lastHeading.current;
      lastHeading.current = heading;
      // Whoever has gone on meanwhile is not called back.
      if ((isNew && document.activeElement === before) || document.activeElement === document.body) {
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
