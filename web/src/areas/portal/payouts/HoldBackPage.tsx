// Hold-back: the part of payouts kept for cards whose charges may still be disputed.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { adminPaths } from "@/adminPaths";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { useSave } from "@/areas/portal/kit/useSave";
import { createOnce } from "@/api/createOnce";
import { m } from "@/i18n";
import { businessToday, formatCalendarDate } from "@/lib/dates";
import { isSuperAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredDate } from "@/shared/form/richRules";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { BackLink } from "@/shared/page/BackLink";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import type { Column } from "@/shared/table/DataTable";
import { asLeft } from "@/shared/table/leftLists";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import { Pagination } from "@/ui/list/Pagination";
import { CHANGED_PAYOUTS, holdBackQuery, type HoldBackTerms } from "./queries";

function partOf(percent: number, days: number): string {
  return percent === 0 || days === 0 ? m.payouts_terms_nothing() : m.payouts_terms_part({ percent, days });
}

/**
 * Columns of the list of terms. `inForce` is the id of those in force: the newest that have begun.
 */
function columnsOf(inForce: string | undefined): readonly Column<HoldBackTerms>[] {
  return [
    {
      id: "starts",
      label: m.payouts_terms_starts,
      cell: ({ id, startsOn }) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {formatCalendarDate(startsOn)}
          {id === inForce && <Chip tone="success">{m.payouts_terms_in_force()}</Chip>}
          {startsOn > businessToday() && <Chip tone="warning">{m.payouts_terms_to_come()}</Chip>}
        </span>
      ),
    },
    {
      id: "cards",
      label: m.payouts_terms_cards,
      className: "whitespace-nowrap",
      cell: ({ cardPercent, cardDays }) => partOf(cardPercent, cardDays),
    },
    {
      id: "young",
      label: m.payouts_terms_young,
      className: "whitespace-nowrap",
      cell: ({ youngPercent, youngDays }) => partOf(youngPercent, youngDays),
    },
    { id: "by", label: m.payouts_terms_set_by, cell: ({ setByName }) => setByName ?? "–" },
    { id: "reason", label: m.payouts_terms_reason, cell: ({ reason }) => reason },
  ];
}

/** All terms of the hold-back, and the form that sets new ones. */
export function HoldBackPage() {
  const [page, setPage] = useState(1);
  const [isSetting, setIsSetting] = useState(false);
  const query = useQuery(holdBackQuery(page));
  const found = query.data;
  const newest = useQuery(holdBackQuery(1)).data;
  const inForce = newest?.items.find(({ startsOn }) => startsOn <= businessToday());
  const maySet = isSuperAdministrator(useProfile());
  return (
    <Page title={m.payouts_terms_title()}>
      <BackLink to={asLeft(adminPaths.payouts())}>{m.payouts_back()}</BackLink>
      <PageHeading>{m.payouts_terms_title()}</PageHeading>
      <p className="mt-2 max-w-3xl text-ink-soft">{m.payouts_terms_lead()}</p>
      {maySet ? (
        <Button
          className="mt-4"
          aria-haspopup="dialog"
          // Without the terms in force, the form would start empty and could loosen them unnoticed.
          disabled={newest === undefined}
          onClick={() => setIsSetting(true)}
        >
          <Icon name="plus" size={20} />
          {m.payouts_terms_set()}
        </Button>
      ) : (
        <p className="mt-4 text-sm text-ink-soft">{m.payouts_terms_for_super()}</p>
      )}
      {/* Hidden, because it repeats the page's heading. */}
      <div className="[&>section>div>h2]:sr-only">
        <TableSection
          title={m.payouts_terms()}
          rows={found?.items}
          query={query}
          columns={columnsOf(inForce?.id)}
          idOf={({ id }) => id}
          none={m.payouts_terms_none()}
        />
      </div>
      {found && found.totalPages > 1 && (
        <Pagination
          page={page}
          pageCount={found.totalPages}
          onPage={setPage}
          label={m.payouts_terms_pages()}
        />
      )}
      {isSetting && <TermsDialog before={inForce} onClose={() => setIsSetting(false)} />}
    </Page>
  );
}

const MAX_DAYS = 365;
const MAX_PERCENT = 100;

function wholeNumber(max: number) {
  return z.string().check(
    z.trim(),
    z.refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= max, m.payouts_terms_number_wrong({ max })),
  );
}

/** Whether days are set: a percentage has no effect without them. */
function hasDays(percent: string, days: string): boolean {
  return Number(percent) === 0 || Number(days) > 0;
}

function termsSchema() {
  const missing = m.payouts_terms_days_missing({ max: MAX_DAYS });
  return z
    .object({
      startsOn: requiredDate(m.payouts_terms_starts()),
      cardPercent: wholeNumber(MAX_PERCENT),
      cardDays: wholeNumber(MAX_DAYS),
      youngPercent: wholeNumber(MAX_PERCENT),
      youngDays: wholeNumber(MAX_DAYS),
      reason: requiredText(m.counter_reason(), 500),
    })
    .check(
      z.refine(({ cardPercent, cardDays }) => hasDays(cardPercent, cardDays), {
        path: ["cardDays"],
        error: missing,
        when: () => true,
      }),
      z.refine(({ youngPercent, youngDays }) => hasDays(youngPercent, youngDays), {
        path: ["youngDays"],
        error: missing,
        when: () => true,
      }),
    );
}

interface TermsDialogProps {
  before: HoldBackTerms | undefined;
  onClose: () => void;
}

function TermsDialog({ before, onClose }: TermsDialogProps) {
  const form = useZodForm(termsSchema(), {
    startsOn: businessToday(),
    cardPercent: String(before?.cardPercent ?? 0),
    cardDays: String(before?.cardDays ?? 0),
    youngPercent: String(before?.youngPercent ?? 0),
    youngDays: String(before?.youngDays ?? 0),
    reason: "",
  });
  const { submit } = useSave({
    save: ({ startsOn, reason, ...terms }: z.infer<ReturnType<typeof termsSchema>>) =>
      createOnce("/api/v1/Payouts/hold-back", {
        body: {
          startsOn,
          reason,
          cardPercent: Number(terms.cardPercent),
          cardDays: Number(terms.cardDays),
          youngPercent: Number(terms.youngPercent),
          youngDays: Number(terms.youngDays),
        },
      }),
    saved: m.payouts_terms_done(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: onClose,
  });
  const number = { inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <Dialog isOpen onClose={onClose} title={m.payouts_terms_set()}>
      <Form form={form} onSubmit={submit} submitLabel={m.payouts_terms_set()} isUnguarded>
        <div className="grid gap-5">
          <p>{m.payouts_terms_text()}</p>
          <FormDateField name="startsOn" label={m.payouts_terms_starts()} />
          <FormTextField name="cardPercent" label={m.payouts_terms_card_percent()} {...number} />
          <FormTextField name="cardDays" label={m.payouts_terms_card_days()} {...number} />
          <FormTextField
            name="youngPercent"
            label={m.payouts_terms_young_percent()}
            hint={m.payouts_terms_young_hint()}
            {...number}
          />
          <FormTextField name="youngDays" label={m.payouts_terms_young_days()} {...number} />
          <FormTextField name="reason" label={m.counter_reason()} autoComplete="off" />
        </div>
      </Form>
    </Dialog>
  );
}
