/** Puts the focus on the page's heading when what had it is gone: otherwise a keyboard would begin at the top of everything. */
export function keepFocusOnPage(): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost) document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
}
