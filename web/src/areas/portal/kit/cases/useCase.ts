import { usePrefetchInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import { usePageActions } from "@/shared/page/pageActions";
import { timelineQuery, type Case } from "./queries";

/**
 * Prefetches a case's timeline in parallel with the record, and tracks whether a note is being
 * written. The command palette can also begin a note.
 */
export function useCase(about: Case) {
  usePrefetchInfiniteQuery(timelineQuery(about));
  const [isWriting, setIsWriting] = useState(false);
  usePageActions([{ label: m.cases_add_note(), icon: "notebook-text", run: () => setIsWriting(true) }]);
  return { about, isWriting, onWriting: setIsWriting };
}
