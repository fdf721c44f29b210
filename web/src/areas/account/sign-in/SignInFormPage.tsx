import { Link } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { SignInForm } from "./SignInForm";

export function SignInFormPage() {
  return (
    <EntrancePage title={m.account_sign_in()} lead={m.account_sign_in_lead()}>
      <SignInForm hasCodes />
      <p className="mt-8 border-t border-line pt-5">
        {m.account_new_here({ brand: brand.name })}{" "}
        <Link to={paths.register()} className="inline-flex min-h-11 items-center font-semibold">
          {m.account_register()}
        </Link>
      </p>
    </EntrancePage>
  );
}
