/**
 * Resolves when the browser has painted the page's HTML. On a fast line the app's code is there earlier, and starting it would
 * delay what the visitor sees. A hidden page is not painted, so nothing waits for it.
 */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    // A frame's callbacks run before it is painted, a timer they set runs after.
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
