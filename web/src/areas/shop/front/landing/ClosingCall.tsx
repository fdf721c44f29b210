import { Link } from "react-router";
import { brand } from "@/brands/current";
import { ClosingArt } from "@/brands/current/landing/ClosingArt";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { LinkButton } from "@/ui/form/LinkButton";

interface ClosingCallProps {
  title: string;
}

/** Last section of the landing page: a call to register or to read on. */
export function ClosingCall({ title }: ClosingCallProps) {
  const profile = useProfile();
  return (
    <section aria-labelledby="closing-title" className="section closing">
      <ClosingArt />
      <div className="page flex flex-col items-center text-center">
        <h2 id="closing-title" className="text-section max-w-[20ch]">
          {title}
        </h2>
        {profile ? (
          <LinkButton
            to={brand.hasCharities ? paths.shopVendors() : paths.vendorList()}
            variant="primary"
            size="large"
            className="mt-8"
          >
            {m.landing_shop_now()}
          </LinkButton>
        ) : (
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            <LinkButton to={paths.register()} variant="primary" size="large">
              {m.shell_register()}
            </LinkButton>
            <LinkButton to={paths.signIn()} size="large">
              {m.shell_sign_in()}
            </LinkButton>
          </div>
        )}
        <p className="mt-6">
          <Link to={paths.about()} className="inline-flex min-h-11 items-center font-semibold">
            {m.landing_learn_more()}
          </Link>
        </p>
      </div>
    </section>
  );
}
