import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import { FormSelect } from "@/shared/form/FormSelect";
import { FormTextField } from "@/shared/form/fields";
import { roleName } from "@/features/people/roleName";
import type { ComboboxChoice } from "@/ui/rich/Combobox";
import { hasTenant, isProposal } from "./authority";
import { useProfile } from "@/session/current";
import { rolesQuery } from "./queries";
import type { UserValues } from "./userSchema";
import { TenantField } from "./TenantField";

interface UserFieldsProps {
  isEmailFixed?: boolean | undefined;
  /**
   * Whether the name is read-only. Administrators can change any name; managers only that of a
   * person who has not accepted their invitation.
   */
  isNameFixed?: boolean | undefined;
  nameHint?: string | undefined;
  /** Whether the page is about one vendor or charity. */
  isTenantGiven: boolean;
  /** Whether it is about a charity, which has managers only. */
  isCharity?: boolean | undefined;
  tenant?: ComboboxChoice | undefined;
}

export function UserFields(props: UserFieldsProps) {
  const { isEmailFixed, isNameFixed, nameHint, isTenantGiven, isCharity = false, tenant } = props;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormTextField
        name="firstName"
        label={m.field_first_name()}
        autoComplete="off"
        readOnly={isNameFixed}
        hint={isNameFixed ? m.users_name_fixed() : nameHint}
      />
      <FormTextField name="lastName" label={m.field_last_name()} autoComplete="off" readOnly={isNameFixed} />
      <FormTextField
        name="email"
        label={m.field_email()}
        type="email"
        autoComplete="off"
        readOnly={isEmailFixed}
        hint={isEmailFixed ? m.users_email_fixed() : undefined}
        className="sm:col-span-2"
      />
      <RoleField isAdmin={!isTenantGiven} isCharity={isCharity} />
      {!isTenantGiven && <ChosenTenant tenant={tenant} />}
    </div>
  );
}

/** Returns a sentence about what people in a role can do. */
function meaningOf(role: string, isCharity: boolean): string | undefined {
  switch (role) {
    case "EMPLOYEE":
      return m.users_role_employee_text();
    case "MANAGER":
      return isCharity ? m.users_role_treasurer_text() : m.users_role_manager_text();
    case "ADMINISTRATOR":
      return m.users_role_administrator_text();
    default:
      return undefined;
  }
}

function RoleField({ isAdmin, isCharity }: { isAdmin: boolean; isCharity: boolean }) {
  const { data: roles = [], isLoadingError, error } = useQuery(rolesQuery(isAdmin));
  const profile = useProfile();
  const { watch, formState } = useFormContext<UserValues>();
  const chosen = watch("roleId");
  const waits = chosen !== formState.defaultValues?.roleId && isProposal(profile, chosen);
  const offered = roles
    .filter(({ value }) => !isCharity || value !== "EMPLOYEE")
    .map(({ value }) => ({ value: value as string, text: roleName(value) }));
  // The person's current role is shown even before the list of roles has loaded.
  const isMissing = chosen !== "" && offered.every(({ value }) => value !== chosen);
  const choices = [
    { value: "", text: m.users_choose_role() },
    ...(isMissing ? [{ value: chosen, text: roleName(chosen) }] : []),
    ...offered,
  ];
  return (
    <FormSelect
      name="roleId"
      label={m.users_assign_role()}
      choices={choices}
      choicesError={isLoadingError ? error : undefined}
      hint={waits ? m.users_proposal_hint() : meaningOf(chosen, isCharity)}
      className="sm:col-span-2"
    />
  );
}

/**
 * Tenant of the chosen role. Platform roles have none: choosing one clears and disables the field.
 */
function ChosenTenant({ tenant }: { tenant: ComboboxChoice | undefined }) {
  const { setValue, clearErrors, watch } = useFormContext<UserValues>();
  const role = watch("roleId");
  const isOutOfReach = role !== "" && !hasTenant(role);
  useEffect(() => {
    if (!isOutOfReach) return;
    setValue("tenantId", "", { shouldDirty: true });
    clearErrors("tenantId");
  }, [isOutOfReach, setValue, clearErrors]);
  return (
    <TenantField
      initial={tenant}
      isDisabled={isOutOfReach}
      isVendorsOnly={role === "EMPLOYEE"}
      className="sm:col-span-2"
    />
  );
}
