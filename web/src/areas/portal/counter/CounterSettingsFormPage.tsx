import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/client";
import { LongForm } from "@/areas/portal/kit/LongForm";
import { ConflictNotice } from "@/areas/portal/kit/ConflictNotice";
import { FormLoading, FormSection } from "@/areas/portal/kit/FormSection";
import { useEdit } from "@/areas/portal/kit/useEdit";
import { useSave } from "@/areas/portal/kit/useSave";
import { useTenant } from "@/shared/page/useTenant";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { RetryScene } from "@/shared/page/RetryScene";
import { FormCheckbox, FormTextField } from "@/shared/form/fields";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Button } from "@/ui/form/Button";
import { Notice } from "@/ui/layout/Notice";
import { counterSettingsQuery, proposedPaceQuery, type CounterSettings, type ProposedPace } from "./queries";
import {
  counterSettingsOf,
  counterSettingsPayload,
  counterSettingsSchema,
  type CounterSettingsValues,
} from "./schema";

/** Form for the redemption limits of a shop's clerks, and what happens above them. */
export function CounterSettingsFormPage() {
  const vendorId = useTenant("vid");
  const query = useQuery(counterSettingsQuery(vendorId));
  // Start loading at once, for the form below.
  useQuery(proposedPaceQuery(vendorId));
  if (query.isLoadingError) return <RetryScene error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <FormLoading title={m.counter_settings_title()} />;
  return <CounterSettingsForm key={vendorId} vendorId={vendorId} settings={query.data} />;
}

/** Settings in force until the scheduled ones begin. */
function InForce({ settings, from }: { settings: CounterSettings; from: string }) {
  const { mostRedemptions, mostAmount, singleAmount } = settings;
  const limits = {
    count: mostRedemptions,
    amount: formatMoney(mostAmount),
    single: formatMoney(singleAmount),
  };
  return (
    <Notice className="mb-6">
      <p>
        <strong>{m.counter_settings_next({ moment: formatMoment(from) })}</strong>{" "}
        {m.counter_settings_next_text()}
      </p>
      <ul className="mt-2 list-disc ps-5">
        <li>{m.counter_settings_now_limits(limits)}</li>
        <li>{settings.isPaceLimited ? m.counter_settings_now_waits() : m.counter_settings_now_informs()}</li>
        <li>{settings.redeemsByName ? m.counter_settings_now_by_name() : m.counter_settings_now_shown()}</li>
      </ul>
    </Notice>
  );
}

const DIRTY = { shouldDirty: true, shouldValidate: true };

/** Limits proposed from the shop's busiest hour. */
function Proposal({ proposed, onUse }: { proposed: ProposedPace; onUse: () => void }) {
  const { busiestRedemptions, busiestAmount, mostRedemptions, mostAmount, singleAmount } = proposed;
  const [count, amount] = [mostRedemptions, formatMoney(mostAmount)];
  return (
    <Notice className="sm:col-span-full">
      <p>
        {busiestRedemptions === 0
          ? m.counter_settings_proposed_new({ count, amount })
          : m.counter_settings_proposed({
              busiest: busiestRedemptions,
              busiestAmount: formatMoney(busiestAmount),
              count,
              amount,
            })}{" "}
        {m.counter_settings_proposed_single({ single: formatMoney(singleAmount) })}
      </p>
      <Button size="small" className="mt-2" onClick={onUse}>
        {m.counter_settings_proposed_use()}
      </Button>
    </Notice>
  );
}

function CounterSettingsForm({ vendorId, settings }: { vendorId: string; settings: CounterSettings }) {
  const query = counterSettingsQuery(vendorId);
  const edit = useEdit(settings, {
    query,
    schema: counterSettingsSchema,
    valuesOf: counterSettingsOf,
  });
  const { submit } = useSave({
    save: (values: CounterSettingsValues) =>
      call("put", "/api/v1/Vendors/{id}/counter-settings", {
        path: { id: vendorId },
        version: edit.began.version,
        body: counterSettingsPayload(values),
      }),
    saved: m.counter_settings_saved(),
    invalidates: ["/Vendors/{id}/counter-settings"],
    edit,
  });
  const { data: proposed } = useQuery(proposedPaceQuery(vendorId));
  const [isPaceLimited, redeemsByName] = edit.form.watch(["isPaceLimited", "redeemsByName"]);
  return (
    <Page title={m.counter_settings_title()}>
      <PageHeading>{m.counter_settings_title()}</PageHeading>
      <p className="mt-2 max-w-[68ch] text-ink-soft">
        {m.counter_settings_lead()} {m.counter_settings_loosens()}
      </p>
      <LongForm form={edit.form} onSubmit={submit} submitLabel={m.kit_save()} className="mt-6">
        <ConflictNotice conflict={edit.conflict} />
        {settings.next && <InForce settings={settings} from={settings.next.from} />}
        <FormSection title={m.counter_settings_pace()} hint={m.counter_settings_pace_hint()}>
          <FormCheckbox
            name="isPaceLimited"
            label={m.counter_settings_is_limited()}
            className="sm:col-span-full"
          />
          {isPaceLimited && <Notice className="sm:col-span-full">{m.counter_settings_waits()}</Notice>}
          {proposed && (
            <Proposal
              proposed={proposed}
              onUse={() => {
                const { mostRedemptions, mostAmount, singleAmount } = proposed;
                for (const [name, value] of Object.entries({ mostRedemptions, mostAmount, singleAmount })) {
                  edit.form.setValue(name as "mostAmount", String(value), DIRTY);
                }
              }}
            />
          )}
          <FormTextField
            name="mostRedemptions"
            label={m.counter_settings_count()}
            inputMode="numeric"
            autoComplete="off"
          />
          <FormTextField
            name="mostAmount"
            label={m.counter_settings_hour()}
            inputMode="decimal"
            autoComplete="off"
          />
          <FormTextField
            name="singleAmount"
            label={m.counter_settings_single()}
            inputMode="decimal"
            autoComplete="off"
          />
        </FormSection>
        <FormSection title={m.counter_settings_by_name()} hint={m.counter_settings_by_name_hint()}>
          <FormCheckbox
            name="redeemsByName"
            label={m.counter_settings_redeems_by_name()}
            className="sm:col-span-full"
          />
          {redeemsByName && <Notice className="sm:col-span-full">{m.counter_settings_by_name_note()}</Notice>}
        </FormSection>
        <FormSection title={m.counter_settings_mails()} hint={m.counter_settings_mails_hint()}>
          <FormCheckbox
            name="mailsClosedDays"
            label={m.counter_settings_mails_closed_days()}
            className="sm:col-span-full"
          />
        </FormSection>
      </LongForm>
    </Page>
  );
}
