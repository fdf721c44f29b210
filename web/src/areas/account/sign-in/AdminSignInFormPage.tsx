import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { QuietPage } from "@/areas/account/frame/QuietPage";
import { SignInForm } from "./SignInForm";

/** The same door with the staff's name on it. */
export function AdminSignInFormPage() {
  const lead = brand.hasCharities ? m.account_admin_lead : m.account_admin_lead_shops;
  return (
    <QuietPage title={m.account_admin()} lead={lead({ brand: brand.name })}>
      <SignInForm />
    </QuietPage>
  );
}
