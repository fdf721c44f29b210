import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { isLocale, m, setLanguage, type Locale } from "@/i18n";
import { FormRadioGroup } from "@/shared/form/FormRadioGroup";
import { FormTextField } from "@/shared/form/fields";
import { FormProvinceField } from "@/shared/form/FormProvinceField";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { useLoaded } from "@/shared/page/useLoaded";
import { toast } from "@/ui/overlay/toast";
import { NoticesPanel } from "./NoticesPanel";
import { Panel, PanelPage } from "./Panel";
import { meQuery, type Me } from "./queries";
import type { ProfileValues } from "./schema";

const rules = async () => (await import("./schema")).profileSchema();

const languages = [
  { value: "en", text: "English" },
  { value: "fr", text: "Français" },
];

function valuesOf(me: Me): ProfileValues {
  return {
    firstName: me.firstName,
    lastName: me.lastName,
    address: me.address ?? "",
    aptUnitNumber: me.aptUnitNumber ?? "",
    city: me.city ?? "",
    province: me.province ?? "",
    postalCode: me.postalCode ?? "",
    phoneNumber: me.phoneNumber ?? "",
    language: languageOf(me),
  };
}

function languageOf({ language }: Me): Locale {
  return isLocale(language) ? language : "en";
}

export function ProfileFormPage() {
  const me = useLoaded(meQuery());
  return (
    <PanelPage title={m.profile_profile()} lead={m.profile_lead()}>
      <Panel>
        <ProfileForm me={me} />
      </Panel>
      <NoticesPanel me={me} />
    </PanelPage>
  );
}

function ProfileForm({ me }: { me: Me }) {
  const client = useQueryClient();
  const form = useLateZodForm(rules, valuesOf(me));
  const save = useMutation({
    mutationFn: (values: ProfileValues) => call("put", "/api/v1/Accounts/me", { body: values }),
    onSuccess: async (_answer, values) => {
      form.reset(values);
      const { reloadProfile } = await import("@/session/session");
      await Promise.all([reloadProfile(), client.invalidateQueries({ queryKey: meQuery().queryKey })]);
      // A change of language reloads the page, which confirms the save.
      if (values.language === languageOf(me)) toast.success(m.profile_saved());
      else setLanguage(values.language);
    },
  });
  return (
    <Form form={form} onSubmit={save.mutateAsync} submitLabel={m.kit_save()}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormTextField
          name="firstName"
          label={m.field_first_name()}
          autoComplete="given-name"
          readOnly={!me.mayChangeName}
        />
        <FormTextField
          name="lastName"
          label={m.field_last_name()}
          autoComplete="family-name"
          readOnly={!me.mayChangeName}
        />
        {!me.mayChangeName && <p className="text-ink-soft sm:col-span-2">{m.profile_name_by_colleague()}</p>}
        <FormTextField name="address" label={m.field_address()} autoComplete="address-line1" isOptional />
        <FormTextField
          name="aptUnitNumber"
          label={m.account_unit()}
          autoComplete="address-line2"
          isOptional
        />
        <FormTextField name="city" label={m.field_city()} autoComplete="address-level2" isOptional />
        <FormProvinceField
          name="province"
          label={m.field_province()}
          autoComplete="address-level1"
          isOptional
        />
        <FormTextField
          name="postalCode"
          label={m.field_postal_code()}
          autoComplete="postal-code"
          isOptional
        />
        <FormTextField
          name="phoneNumber"
          label={m.account_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          isOptional
        />
        <FormRadioGroup
          name="language"
          legend={m.profile_language()}
          choices={languages}
          className="sm:col-span-2"
        />
      </div>
    </Form>
  );
}
