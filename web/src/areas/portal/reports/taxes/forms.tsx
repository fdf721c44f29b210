// Dialogs that set a registration or a rate from a day on.
import * as z from "zod/mini";
import { createOnce } from "@/api/createOnce";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { FormSelect } from "@/shared/form/FormSelect";
import { requiredDate } from "@/shared/form/richRules";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/overlay/Dialog";
import { PROVINCES, provinceText, SCHEMES, schemeText, TAXES, taxText } from "./labels";
import { CHANGED_TAXES } from "./queries";

interface DialogProps {
  onClose: () => void;
}

const FIRST_SCHEME: (typeof SCHEMES)[number] = "GST_HST";
const FIRST_TAX: (typeof TAXES)[number] = "HST";

const registrationSchema = () =>
  z.object({
    scheme: z.enum(SCHEMES),
    number: z.string().check(z.trim(), z.maxLength(20)),
    startsOn: requiredDate(m.taxes_starts()),
    reason: requiredText(m.taxes_reason(), 500),
  });

/** Sets the platform's registration for a tax, or ends it. */
export function RegistrationDialog({ onClose }: DialogProps) {
  const form = useZodForm(registrationSchema(), {
    scheme: FIRST_SCHEME,
    number: "",
    startsOn: businessToday(),
    reason: "",
  });
  const { submit } = useSave({
    save: ({ number, ...rest }: z.infer<ReturnType<typeof registrationSchema>>) =>
      createOnce("/api/v1/Taxes/registrations", { body: { ...rest, ...(number && { number }) } }),
    saved: m.taxes_registered(),
    invalidates: CHANGED_TAXES,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.taxes_register()}>
      <Form form={form} onSubmit={submit} submitLabel={m.taxes_register()} isUnguarded>
        <div className="grid gap-5">
          <p>{m.taxes_register_text()}</p>
          <FormSelect
            name="scheme"
            label={m.taxes_kind()}
            choices={SCHEMES.map((value) => ({ value, text: schemeText(value) }))}
          />
          <FormTextField
            name="number"
            label={m.taxes_number()}
            hint={m.taxes_number_hint()}
            autoComplete="off"
          />
          <FormDateField name="startsOn" label={m.taxes_starts()} />
          <FormTextField name="reason" label={m.taxes_reason()} autoComplete="off" />
        </div>
      </Form>
    </Dialog>
  );
}

const RATE = /^\d{1,2}([.,]\d{1,3})?$/;
const MAX_RATE = 50;

const rateSchema = () =>
  z.object({
    province: z.string(),
    tax: z.enum(TAXES),
    rate: z.string().check(
      z.trim(),
      z.refine((text) => RATE.test(text) && Number(text.replace(",", ".")) <= MAX_RATE, m.taxes_rate_wrong()),
    ),
    startsOn: requiredDate(m.taxes_starts()),
    reason: requiredText(m.taxes_reason(), 500),
  });

/** Sets the rate of a tax in a province. */
export function RateDialog({ onClose }: DialogProps) {
  const form = useZodForm(rateSchema(), {
    province: "ON",
    tax: FIRST_TAX,
    rate: "",
    startsOn: businessToday(),
    reason: "",
  });
  const { submit } = useSave({
    save: (body: z.infer<ReturnType<typeof rateSchema>>) =>
      createOnce("/api/v1/Taxes/rates", { body: { ...body, rate: body.rate.replace(",", ".") } }),
    saved: m.taxes_rate_set(),
    invalidates: CHANGED_TAXES,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.taxes_set_rate()}>
      <Form form={form} onSubmit={submit} submitLabel={m.taxes_set_rate()} isUnguarded>
        <div className="grid gap-5">
          <p>{m.taxes_set_rate_text()}</p>
          <FormSelect
            name="province"
            label={m.taxes_province()}
            choices={PROVINCES.map((value) => ({ value, text: provinceText(value) }))}
          />
          <FormSelect
            name="tax"
            label={m.taxes_kind()}
            choices={TAXES.map((value) => ({ value, text: taxText(value) }))}
          />
          <FormTextField name="rate" label={m.taxes_rate_percent()} inputMode="decimal" autoComplete="off" />
          <FormDateField name="startsOn" label={m.taxes_starts()} />
          <FormTextField name="reason" label={m.taxes_reason()} autoComplete="off" />
        </div>
      </Form>
    </Dialog>
  );
}
