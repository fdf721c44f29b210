if (typeof document !== "undefined") {
  const { cleanup, configure, getConfig } = await import("@testing-library/react");
  const { afterEach } = await import("vitest");
  const { installModalStandIns } = await import("../src/ui/testing/modalStandIns.ts");
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
  installModalStandIns();
  afterEach(cleanup);
}
