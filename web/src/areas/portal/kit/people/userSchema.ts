import * as z from "zod/mini";
import { m } from "@/i18n";
import { MAX_NAME_LENGTH, requiredChoice, requiredEmail, requiredText } from "@/shared/form/rules";
import { hasTenant } from "./authority";

/** Rules of a user's form. If the page is about one vendor or charity, no tenant has to be chosen. */
export function userSchema({ isTenantGiven }: { isTenantGiven: boolean }) {
  const tenantRequired = m.form_required({ field: m.users_tenant_short() });
  return z
    .object({
      firstName: requiredText(m.field_first_name(), MAX_NAME_LENGTH),
      lastName: requiredText(m.field_last_name(), MAX_NAME_LENGTH),
      email: requiredEmail(m.field_email()),
      roleId: requiredChoice(m.field_role()),
      tenantId: z.string(),
    })
    .check(
      z.refine(
        ({ roleId, tenantId }) => isTenantGiven || roleId === "" || !hasTenant(roleId) || tenantId !== "",
        { error: tenantRequired, path: ["tenantId"], when: () => true },
      ),
    );
}

export type UserValues = z.infer<ReturnType<typeof userSchema>>;
