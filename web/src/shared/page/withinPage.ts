/** Navigation state for a change of address within a page: focus and title stay as they are. */
export const WITHIN_PAGE = { isWithinPage: true };

export function isWithinPage(state: unknown): boolean {
  return state instanceof Object && "isWithinPage" in state;
}
