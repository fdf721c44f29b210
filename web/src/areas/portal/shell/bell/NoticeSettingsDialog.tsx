import { useMutation, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "@/api/client";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { typedDollars } from "@/lib/typedDollars";
import { FormCheckbox, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { RetryScene } from "@/shared/page/RetryScene";
import { Dialog } from "@/ui/overlay/Dialog";
import { toast } from "@/ui/overlay/toast";
import { NOTICES, noticeSettingsQuery } from "./notices";

type NoticeSettings = components["schemas"]["NoticeSettings"];

/** Limits of the server, in dollars. */
const MIN = 20;
const MAX = 10_000;

interface NoticeSettingsDialogProps {
  feed: string;
  onClose: () => void;
}

/** Dialog for choosing notices. */
export function NoticeSettingsDialog({ feed, onClose }: NoticeSettingsDialogProps) {
  const settings = useQuery(noticeSettingsQuery(feed));
  return (
    <Dialog isOpen onClose={onClose} title={m.bell_settings()}>
      {settings.isLoadingError && (
        <RetryScene error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && <SettingsForm feed={feed} settings={settings.data} onClose={onClose} />}
    </Dialog>
  );
}

function numberOf(text: string): number {
  return typedDollars(text) ?? Number.NaN;
}

function isAmount(text: string): boolean {
  return numberOf(text) >= MIN && numberOf(text) <= MAX;
}

function schemaOf() {
  return z.object({
    dailySales: z.boolean(),
    largeRedemption: z.boolean(),
    largeAmount: requiredText(m.bell_large_amount()).check(z.refine(isAmount, m.bell_large_limits())),
    freeze: z.boolean(),
    bankChanged: z.boolean(),
    payout: z.boolean(),
  });
}

type Values = z.infer<ReturnType<typeof schemaOf>>;

interface SettingsFormProps extends NoticeSettingsDialogProps {
  settings: NoticeSettings;
}

function SettingsForm({ feed, settings, onClose }: SettingsFormProps) {
  const form = useZodForm(schemaOf(), {
    dailySales: settings.dailySales ?? false,
    largeRedemption: settings.largeRedemption ?? false,
    largeAmount: String(settings.largeAmount ?? MIN),
    freeze: settings.freeze ?? false,
    bankChanged: settings.bankChanged ?? false,
    payout: settings.payout ?? false,
  });
  const save = useMutation({
    mutationFn: ({ dailySales, largeRedemption, largeAmount, freeze, bankChanged, payout }: Values) =>
      call("put", "/api/v1/Notices/settings/{id}", {
        path: { id: feed },
        body: {
          ...(settings.dailySales !== null && { dailySales }),
          ...(settings.largeRedemption !== null && { largeRedemption, largeAmount: numberOf(largeAmount) }),
          ...(settings.freeze !== null && { freeze }),
          ...(settings.bankChanged !== null && { bankChanged }),
          ...(settings.payout !== null && { payout }),
        },
      }),
    meta: { invalidates: NOTICES },
    onSuccess: () => {
      toast.success(m.bell_saved());
      onClose();
    },
  });
  return (
    <Form form={form} onSubmit={save.mutateAsync} submitLabel={m.kit_save()} isUnguarded>
      <div className="flex flex-col gap-2">
        <p>{m.bell_settings_hint()}</p>
        {settings.dailySales !== null && <FormCheckbox name="dailySales" label={m.bell_wants_sales()} />}
        {settings.largeRedemption !== null && (
          <>
            <FormCheckbox name="largeRedemption" label={m.bell_wants_large()} />
            <FormTextField
              name="largeAmount"
              label={m.bell_large_amount()}
              inputMode="decimal"
              autoComplete="off"
              readOnly={!form.watch("largeRedemption")}
            />
          </>
        )}
        {settings.freeze !== null && <FormCheckbox name="freeze" label={m.bell_wants_freeze()} />}
        {settings.bankChanged !== null && <FormCheckbox name="bankChanged" label={m.bell_wants_bank()} />}
        {settings.payout !== null && <FormCheckbox name="payout" label={m.bell_wants_payout()} />}
      </div>
    </Form>
  );
}
