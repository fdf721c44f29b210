import { Icon } from "@/ui/Icon";
import { useSyncExternalStore, type ReactNode } from "react";
import { Link } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { CardMarks } from "@/features/cart/CardMarks";
import { policyLinks, type NavigationLink } from "./navigationLinks";

/** Enough padding to separate links of two lines. */
const link =
  "inline-flex min-h-11 min-w-11 items-center gap-2.5 py-2 text-start leading-tight text-ink no-underline decoration-auto hover:underline hover:underline-offset-4";

interface FooterProps {
  onContact: () => void;
}

const ignoreChanges = () => () => undefined;
const currentYear = () => new Date().getFullYear();
const buildYear = () => import.meta.env.BUILD_YEAR;

export function Footer({ onContact }: FooterProps) {
  const { company } = brand;
  const year = useSyncExternalStore(ignoreChanges, currentYear, buildYear);
  const sellers: NavigationLink[] = [
    { label: m.shell_register_vendor(), to: paths.registerVendor() },
    ...(brand.hasCharities ? [{ label: m.shell_register_charity(), to: paths.registerCharity() }] : []),
    { label: m.shell_admin(), to: paths.admin() },
  ];
  return (
    // Not a scroll anchor: a growing list pushes the footer down instead of moving out of view itself.
    <footer className="site-footer relative mt-auto scheme-dark bg-(--footer-ground) pt-16 pb-8 text-ink [overflow-anchor:none] print:hidden">
      <div className="page grid grid-cols-2 gap-x-8 gap-y-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <address className="not-italic max-sm:col-span-2">
          <brand.Logo className="h-10 w-auto" />
          <p className="mt-5 font-semibold">{company.name}</p>
          {company.addressLines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <ul className="mt-3">
            <li>
              <a href={company.phone.link} className={link}>
                <Icon name="phone" size={18} />
                {company.phone.shown}
              </a>
            </li>
            <li>
              <a href={`mailto:${company.email}`} className={link}>
                <Icon name="mail" size={18} />
                {company.email}
              </a>
            </li>
          </ul>
        </address>
        <FooterColumn
          title={m.shell_footer_help()}
          places={[
            { label: m.shell_about(), to: paths.about() },
            { label: m.shell_faq(), to: paths.faq() },
            { label: m.balance_title(), to: paths.balance() },
          ]}
        >
          <button type="button" aria-haspopup="dialog" onClick={onContact} className={link}>
            {m.shell_contact()}
          </button>
        </FooterColumn>
        <FooterColumn title={m.shell_footer_partners()} places={sellers} />
        <FooterColumn title={m.shell_footer_policies()} places={policyLinks()} />
      </div>
      <div className="page mt-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-t border-line pt-6">
        <CardMarks />
        <p className="text-sm text-ink-soft">
          © {year} {company.name}
        </p>
      </div>
    </footer>
  );
}

function FooterColumn({
  title,
  places,
  children,
}: {
  title: string;
  places: NavigationLink[];
  children?: ReactNode;
}) {
  return (
    <section>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2">
        {places.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={link}>
              {label}
            </Link>
          </li>
        ))}
        {children && <li>{children}</li>}
      </ul>
    </section>
  );
}
