/**
 * Dialogs and popovers of pages, which jsdom lacks. They keep only the open state, so that a page's spec finds their content; the specs
 * of the kit and the stories test them in a browser. `matchMedia` reports a mouse.
 */
function installModals(): void {
  window.matchMedia ??= (media) => ({ media, matches: media === "(pointer: fine)" }) as MediaQueryList;
  Object.assign(HTMLElement.prototype, {
    showModal(this: HTMLElement) {
      this.setAttribute("open", "");
    },
    close(this: HTMLElement) {
      this.removeAttribute("open");
    },
    showPopover(this: HTMLElement) {
      this.style.display = "block";
    },
    hidePopover(this: HTMLElement) {
      this.style.display = "none";
    },
  });
}

if (typeof document !== "undefined") {
  const { cleanup, configure, getConfig } = await import("@testing-library/react");
  const { afterEach } = await import("vitest");
  const { getElementError } = getConfig();
  configure({
    // A long timeout, because a busy machine must not fail a test.
    asyncUtilTimeout: 60_000,
    // The page is printed only for an error that somebody reads. Queries that wait fail many times before they succeed.
    getElementError: (message, container) => {
      const error = new Error();
      error.name = "TestingLibraryElementError";
      // The place of a failure is the query, not this file.
      Error.captureStackTrace(error, getConfig().getElementError);
      const read = () => getElementError(message, container).message;
      return Object.defineProperty(error, "message", { configurable: true, get: read });
    },
  });
  installModals();
  afterEach(cleanup);
}
