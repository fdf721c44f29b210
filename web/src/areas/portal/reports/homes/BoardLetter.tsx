import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { savePages } from "@/shared/table/saveSheets";
import { m } from "@/i18n";
import { businessToday, formatMonth } from "@/lib/dates";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Select } from "@/ui/form/Select";
import { daysOfMonth, letterOf, lettersUntil } from "./boardLetter";

/** Before any card was sold. */
const FIRST_DAY = "2000-01-01";

/** Download of a charity's monthly letter for its board. */
export function BoardLetter({ charityId, name }: { charityId: string; name: string }) {
  const months = lettersUntil(businessToday());
  const [month, setMonth] = useState(months[0] ?? "");
  const saving = useMutation({
    mutationFn: async () => {
      const days = { tenantId: charityId, ...daysOfMonth(month) };
      const untilThen = { ...days, startDate: FIRST_DAY, pageIndex: 1, pageSize: 1 };
      const [home, ever] = await Promise.all([
        call("get", "/api/v1/Charities/home", { query: days }),
        call("get", "/api/v1/Report/charity", { query: untilThen }),
      ]);
      await savePages("letter", letterOf(home, name, month, ever.totalFundraising));
    },
  });
  return (
    <>
      <Select
        label={m.summary_letter_month()}
        value={month}
        choices={months.map((each) => ({ value: each, text: formatMonth(each) }))}
        onChange={(event) => setMonth(event.target.value)}
      />
      <Button
        className="mt-4 w-full"
        variant="quiet"
        isBusy={saving.isPending}
        onClick={() => saving.mutate()}
      >
        <Icon name="printer" size={20} />
        {m.summary_letter_save()}
      </Button>
    </>
  );
}
