import { usePrefetchInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import { usePageActions } from "@/shared/page/pageActions";
import { timelineQuery, type Case } from "./queries";

/**
 * What a page about a case needs for its timeline, which is read beside the record and not after it. A note is begun at the
 * timeline, where it will stand, or by keys from the command palette.
 */
export function useCase(about: Case) {
  usePrefetchInfiniteQuery(timelineQuery(about));
  const [isWriting, setIsWriting] = useState(false);
  usePageActions([{ label: m.cases_add_note(), icon: "notebook-text", run: () => setIsWriting(true) }]);
  return { about, isWriting, onWriting: setIsWriting };
}
