// Moves the focus when the focused element disappears: a deleted row, a dismissed toast, a
// completed step. Otherwise the browser would start at the top of the page, and a screen reader
// would say nothing.
const GROUP = "ul, ol, tbody, section, dialog, main";
const HEADING = "h1, h2, h3";

interface Stop {
  element: HTMLElement;
  /** Ancestors, from the nearest to the whole page. */
  around: Element[];
  /** Rows beside its own row: those after it, then those before it, nearest first. */
  otherRows: Element[];
}

function siblings(
  row: Element | null,
  direction: "nextElementSibling" | "previousElementSibling",
): Element[] {
  const found: Element[] = [];
  for (let one = row?.[direction]; one; one = one[direction]) found.push(one);
  return found;
}

function stopAt(element: HTMLElement): Stop {
  const around: Element[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) around.push(one);
  // A card in a list is an article within its row.
  const row = element.closest("li, tr") ?? element.closest("article");
  const otherRows = [...siblings(row, "nextElementSibling"), ...siblings(row, "previousElementSibling")];
  return { element, around, otherRows };
}

/** Whether the element is visible. Older browsers can't tell. */
function isShown(element: HTMLElement): boolean {
  return !("checkVisibility" in element) || element.checkVisibility();
}

/**
 * Returns the row that took its place, else the heading of the nearest ancestor. It returns the row
 * rather than its button, which the user has not chosen.
 */
function placeAfter({ around, otherRows }: Stop): HTMLElement | undefined {
  const place = [
    ...otherRows.filter((row) => row.isConnected && !row.matches("[aria-hidden=true]")),
    ...around
      .filter((group) => group.isConnected && group.matches(GROUP))
      .map((group) => group.querySelector(HEADING)),
    document.querySelector("[data-page-heading]"),
  ].find((found) => found instanceof HTMLElement && isShown(found));
  return place as HTMLElement | undefined;
}

/**
 * Keeps the focus nearby when the focused element disappears. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  let last: Stop | undefined;
  /** Element focused before the user dismissed a toast. */
  let onPage: HTMLElement | undefined;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = stopAt(target);
    if (!target.closest("[popover]")) onPage = target;
  };
  const repair = () => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!last || last.element.isConnected || !isLost) return;
    const isMessage = last.around.some((one) => one.matches("[popover]"));
    const place = isMessage && onPage?.isConnected ? onPage : placeAfter(last);
    last = undefined;
    if (!place) return;
    if (!place.matches("a, button, input, select, textarea, [tabindex]")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  // Deferred, because the replacing content may focus an element itself.
  const look = () => {
    if (!last || last.element.isConnected) return;
    clearTimeout(waiting);
    waiting = setTimeout(repair, 50);
  };
  // Do nothing if the user moved the focus away.
  const leave = ({ target }: FocusEvent) =>
    setTimeout(() => {
      const isLeft = document.activeElement === document.body && (target as HTMLElement).isConnected;
      if (isLeft && last?.element === target) last = undefined;
    });
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", leave);
  return () => {
    clearTimeout(waiting);
    observer.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", leave);
  };
}
