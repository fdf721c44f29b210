import { usePrefetchInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import type { CaseAction } from "./CaseMenu";
import { timelineQuery, type Case } from "./queries";

/** What a page about a case needs for its timeline, which is read beside the record and not after it. */
export function useCase(about: Case) {
  usePrefetchInfiniteQuery(timelineQuery(about));
  const [isWriting, setIsWriting] = useState(false);
  const addNote: CaseAction = {
    label: m.cases_add_note(),
    icon: "notebook-text",
    run: () => setIsWriting(true),
  };
  return { addNote, timeline: { about, isWriting, onWriting: setIsWriting } };
}
