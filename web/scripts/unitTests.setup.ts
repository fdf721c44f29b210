if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  const { afterEach } = await import("vitest");
  const { installModalStandIns } = await import("../src/ui/testing/modalStandIns.ts");
  // A long timeout, because a busy machine must not fail a test.
  configure({ asyncUtilTimeout: 60_000 });
  installModalStandIns();
  afterEach(cleanup);
}
