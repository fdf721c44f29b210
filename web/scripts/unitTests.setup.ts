// A busy machine is no fault of the page's: whatever a test waits for may take its time.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 15_000 });
}
