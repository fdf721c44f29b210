import { useLocation } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { QuietPage } from "@/shared/page/QuietPage";
import { Notice } from "@/ui/layout/Notice";
import { isPasswordSet } from "./passwordSet";
import { SignInForm } from "./SignInForm";

/** Sign-in page of the admin portal. */
export function AdminSignInFormPage() {
  const lead = brand.hasCharities ? m.account_admin_lead : m.account_admin_lead_shops;
  return (
    <QuietPage title={m.account_admin()} lead={lead({ brand: brand.name })}>
      {isPasswordSet(useLocation().state) && (
        <Notice tone="success" className="mb-6">
          <p>{m.account_password_set()}</p>
        </Notice>
      )}
      <SignInForm />
    </QuietPage>
  );
}
