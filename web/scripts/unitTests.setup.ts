if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  const { afterEach } = await import("vitest");
  const { installModalStandIns } = await import("../src/ui/testing/modalStandIns.ts");
  // A busy machine is no fault of the page's: whatever a test waits for may take its time.
  configure({ asyncUtilTimeout: 60_000 });
  installModalStandIns();
  afterEach(cleanup);
}
