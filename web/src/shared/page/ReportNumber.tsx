import { useEffect, useState } from "react";
import { m } from "@/i18n";
import { reportCrash } from "@/lib/crashes";

/** Number under which an error was reported, so that support finds it. It appears once the server has answered. */
export function ReportNumber({ error }: { error: unknown }) {
  const [number, setNumber] = useState<string>();
  useEffect(() => {
    let isShown = true;
    const report = async () => {
      const given = await reportCrash("CAUGHT", error);
      if (isShown) setNumber(given);
    };
    void report();
    return () => {
      isShown = false;
    };
  }, [error]);
  if (number === undefined) return null;
  return <span className="mt-3 block text-sm text-ink-soft">{m.common_broken_report({ number })}</span>;
}
