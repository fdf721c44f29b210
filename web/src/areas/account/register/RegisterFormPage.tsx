import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "@/api/client";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import type { AddresseeState } from "@/areas/account/addressee";
import { confirmationUrls } from "@/areas/account/confirmation/confirmationUrls";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { PasswordPair } from "@/areas/account/password/PasswordPair";
import { FormCaptcha } from "@/features/captcha/FormCaptcha";
import { useCaptchaMutation } from "@/features/captcha/useCaptchaMutation";
import { FormTextField } from "@/shared/form/fields";
import { FormEmailField } from "@/shared/form/FormEmailField";
import { Form } from "@/shared/form/Form";
import { MIN_PASSWORD_LENGTH } from "@/shared/form/passwords";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { AgreeBox } from "./AgreeBox";
import { FieldGroup } from "./FieldGroup";
import type { Customer } from "./customerSchema";
import { noCustomer } from "./noCustomer";

const rules = async () => (await import("./customerSchema")).customerSchema();

async function register({ isAgreed: _isAgreed, ...customer }: Customer): Promise<void> {
  await call("post", "/api/v1/Accounts", { body: { ...customer, ...confirmationUrls() } });
}

function Fields() {
  return (
    <>
      <FieldGroup title={m.account_who()}>
        <FormTextField name="firstName" label={m.field_first_name()} autoComplete="given-name" />
        <FormTextField name="lastName" label={m.field_last_name()} autoComplete="family-name" />
        <FormEmailField name="email" label={m.field_email()} autoComplete="email" />
        <FormTextField
          name="phoneNumber"
          label={m.account_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          isOptional
        />
      </FieldGroup>
      <FieldGroup title={m.account_where()}>
        <FormTextField
          name="address"
          label={m.field_address()}
          autoComplete="address-line1"
          className="sm:col-span-2"
        />
        <FormTextField
          name="aptUnitNumber"
          label={m.account_unit()}
          autoComplete="address-line2"
          isOptional
        />
        <FormTextField name="city" label={m.field_city()} autoComplete="address-level2" />
        <FormTextField name="province" label={m.field_province()} autoComplete="address-level1" />
        <FormTextField name="postalCode" label={m.field_postal_code()} autoComplete="postal-code" />
      </FieldGroup>
      <FieldGroup title={m.account_secret()}>
        <PasswordPair label={m.account_password()} least={MIN_PASSWORD_LENGTH} />
      </FieldGroup>
    </>
  );
}

function OtherWay({ question, to, children }: { question: string; to: string; children: ReactNode }) {
  return (
    <li>
      {question}{" "}
      <Link to={to} className="inline-flex min-h-11 items-center font-semibold">
        {children}
      </Link>
    </li>
  );
}

export function RegisterFormPage() {
  const navigate = useNavigate();
  const form = useLateZodForm(rules, noCustomer);
  const { mutateAsync } = useCaptchaMutation(form, async (customer) => {
    await register(customer);
    const state: AddresseeState = { email: customer.email };
    await navigate(paths.registerSuccess(), { state });
  });

  return (
    <EntrancePage
      title={m.account_register()}
      lead={brand.hasCharities ? m.account_register_lead_causes() : m.account_register_lead()}
    >
      <Form
        form={form}
        onSubmit={mutateAsync}
        submitLabel={m.account_register()}
        isHeldUntilValid
        isWholePage
      >
        <div className="grid gap-10">
          <Fields />
          <div className="grid gap-3">
            <AgreeBox message={m.account_agree} />
            <FormCaptcha purpose="register" />
          </div>
        </div>
      </Form>
      <ul className="mt-8 border-t border-line pt-4">
        <OtherWay question={m.account_have_account()} to={paths.signIn()}>
          {m.account_sign_in()}
        </OtherWay>
        <OtherWay question={m.account_sell_here()} to={paths.registerVendor()}>
          {m.account_register_vendor()}
        </OtherWay>
        {brand.hasCharities && (
          <OtherWay question={m.account_raise_here()} to={paths.registerCharity()}>
            {m.account_register_charity()}
          </OtherWay>
        )}
      </ul>
    </EntrancePage>
  );
}
