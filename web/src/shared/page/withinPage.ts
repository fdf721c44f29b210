/** Goes with a navigation that changes only a part of the page, under another address: focus and title stay where they are. */
export const WITHIN_PAGE = { isWithinPage: true };

export function isWithinPage(state: unknown): boolean {
  return state instanceof Object && "isWithinPage" in state;
}
