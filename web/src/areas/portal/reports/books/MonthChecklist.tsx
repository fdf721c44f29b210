import { useQuery } from "@tanstack/react-query";
import { m } from "@/i18n";
import { SkeletonText } from "@/ui/layout/Skeleton";
import { Chip } from "@/ui/list/Chip";
import { checkText } from "./labels";
import { checklistQuery } from "./queries";

/** Checklist of a month before it is closed, with the number of open cases. */
export function MonthChecklist({ month }: { month: string }) {
  const checks = useQuery(checklistQuery(month)).data?.items;
  if (!checks) return <SkeletonText />;
  return (
    <ul className="grid gap-2" aria-label={m.books_checklist()}>
      {checks.map(({ kind, open, bankAccountName }) => (
        <li key={kind + (bankAccountName ?? "")} className="flex items-center justify-between gap-4">
          {bankAccountName === null
            ? checkText(kind)
            : m.books_account_of({ account: checkText(kind), owner: bankAccountName })}
          <Chip tone={open === 0 ? "success" : "warning"}>
            {open === 0 ? m.books_check_done() : m.books_check_open({ count: open })}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
