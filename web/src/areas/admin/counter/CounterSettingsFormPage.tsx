import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { FormLoading, FormSection } from "@/areas/admin/kit/FormSection";
import { useTenant } from "@/areas/admin/kit/useTenant";
import { m } from "@/i18n";
import { RetryScene } from "@/shared/page/RetryScene";
import { FormCheckbox, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Notice } from "@/ui/Notice";
import { toast } from "@/ui/toast";
import { counterSettingsQuery, type CounterSettings } from "./queries";
import { counterSettingsOf, counterSettingsPayload, counterSettingsSchema } from "./schema";

/** What clerks of a shop may do before a manager looks. */
export function CounterSettingsFormPage() {
  const vendorId = useTenant("vid");
  const query = useQuery(counterSettingsQuery(vendorId));
  if (query.isLoadingError) return <RetryScene onRetry={() => void query.refetch()} />;
  if (!query.data) return <FormLoading title={m.counter_settings_title()} />;
  return <CounterSettingsForm key={vendorId} vendorId={vendorId} settings={query.data} />;
}

function CounterSettingsForm({ vendorId, settings }: { vendorId: string; settings: CounterSettings }) {
  const client = useQueryClient();
  const form = useZodForm(counterSettingsSchema(), counterSettingsOf(settings));
  const [isPaceLimited, redeemsByName] = form.watch(["isPaceLimited", "redeemsByName"]);
  const mutation = useMutation({
    mutationFn: (body: CounterSettings) =>
      call("put", "/api/v1/Vendors/{id}/counter-settings", { path: { id: vendorId }, body }),
    onSuccess: (saved) => {
      client.setQueryData(counterSettingsQuery(vendorId).queryKey, saved);
      form.reset(counterSettingsOf(saved));
      toast.success(m.counter_settings_saved());
    },
  });
  return (
    <Page title={m.counter_settings_title()}>
      <PageHeading>{m.counter_settings_title()}</PageHeading>
      <p className="mt-2 max-w-[60ch] text-ink-soft">{m.counter_settings_lead()}</p>
      <Form
        form={form}
        onSubmit={(values) => mutation.mutateAsync(counterSettingsPayload(values))}
        submitLabel={m.kit_save()}
        className="tenant-form mt-6"
      >
        <FormSection title={m.counter_settings_pace()} hint={m.counter_settings_pace_hint()}>
          <FormCheckbox
            name="isPaceLimited"
            label={m.counter_settings_is_limited()}
            className="form-section-wide"
          />
          {!isPaceLimited && (
            <Notice tone="danger" className="form-section-wide">
              {m.counter_settings_unlimited()}
            </Notice>
          )}
          <FormTextField
            name="mostRedemptions"
            label={m.counter_settings_count()}
            inputMode="numeric"
            autoComplete="off"
            readOnly={!isPaceLimited}
          />
          <FormTextField
            name="mostAmount"
            label={m.counter_settings_hour()}
            inputMode="decimal"
            autoComplete="off"
            readOnly={!isPaceLimited}
          />
          <FormTextField
            name="singleAmount"
            label={m.counter_settings_single()}
            inputMode="decimal"
            autoComplete="off"
            readOnly={!isPaceLimited}
          />
        </FormSection>
        <FormSection title={m.counter_settings_by_name()} hint={m.counter_settings_by_name_hint()}>
          <FormCheckbox
            name="redeemsByName"
            label={m.counter_settings_redeems_by_name()}
            className="form-section-wide"
          />
          {redeemsByName && (
            <Notice className="form-section-wide">{m.counter_settings_by_name_note()}</Notice>
          )}
        </FormSection>
      </Form>
    </Page>
  );
}
