import { m } from "@/i18n";

/** Whether something is switched on, in a word. In French it agrees with what it is said of. */
export function activeWord(isActive: boolean, isFeminine = false): string {
  if (isFeminine) return isActive ? m.lists_active_feminine() : m.lists_inactive_feminine();
  return isActive ? m.lists_active() : m.lists_inactive();
}
