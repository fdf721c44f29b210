import { useRef } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { adminPaths } from "@/adminPaths";
import { createOnce } from "@/api/createOnce";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { localText } from "@/lib/storage";
import { typedDollars } from "@/lib/typedDollars";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredDate } from "@/shared/form/richRules";
import { useZodForm } from "@/shared/form/useZodForm";
import { CHANGED_PAYOUTS } from "@/areas/portal/payouts/queries";

/** Returns the last day that is over. Payouts are weekly, and payees see the amount owed until now. */
function yesterday(): string {
  const day = new Date(`${businessToday()}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/** Minimum that this administrator chose last on this device. */
const usualMinimum = localText("payoutMinimum");

function draftSchema() {
  return z.object({
    lastDay: requiredDate(m.payouts_last_day()),
    minimum: z.string().check(
      z.trim(),
      z.refine((text) => typedDollars(text) !== undefined, m.form_amount()),
    ),
  });
}

type Draft = z.infer<ReturnType<typeof draftSchema>>;

/** Drafts the payouts to all payees as a run, and opens the run. Nothing is paid yet, so one press is enough. */
export function DraftForm() {
  const navigate = useNavigate();
  const made = useRef<string>(undefined);
  const form = useZodForm(draftSchema(), {
    lastDay: yesterday(),
    minimum: usualMinimum.read() ?? "1",
  });
  const { submit } = useSave({
    save: async ({ lastDay, minimum }: Draft) => {
      const body = { lastDay, minimum: typedDollars(minimum) ?? 0 };
      made.current = (await createOnce("/api/v1/Payouts/runs", { body })).id;
      usualMinimum.write(minimum);
    },
    saved: m.payouts_prepared(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: () => {
      if (made.current !== undefined) void navigate(adminPaths.payoutRun(made.current));
    },
  });
  return (
    <section
      aria-label={m.payouts_prepare()}
      className="mb-6 max-w-3xl rounded-panel bg-surface p-5 shadow-rest"
    >
      <p className="mb-4 text-ink-soft">{m.payouts_prepare_text()}</p>
      <Form form={form} onSubmit={submit} submitLabel={m.payouts_prepare()} isUnguarded>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <FormDateField name="lastDay" label={m.payouts_last_day()} hint={m.payouts_last_day_hint()} />
          <FormTextField
            name="minimum"
            label={m.runs_minimum()}
            hint={m.runs_minimum_hint()}
            inputMode="decimal"
            leading="$"
            autoComplete="off"
          />
        </div>
      </Form>
    </section>
  );
}
