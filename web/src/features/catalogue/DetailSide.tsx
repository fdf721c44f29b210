import type { CSSProperties, ReactNode } from "react";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { inLanguage } from "@/lib/inLanguage";
import { PageHeading } from "@/shared/page/PageHeading";
import { Disclosure } from "@/ui/layout/Disclosure";
import { Icon } from "@/ui/Icon";
import { useMedia } from "@/ui/useMedia";
import { AddressLines } from "./AddressLines";
import { BackLink } from "@/shared/page/BackLink";
import { directionsTo } from "./directions";
import { PhoneAndHours } from "./PhoneAndHours";
import { PicturePlate } from "./PicturePlate";
import { Website } from "./Website";

type PublicVendor = components["schemas"]["PublicVendor"];
type PublicCharity = components["schemas"]["PublicCharity"];

/** A public shop or cause: what both have. `value` is its category in two languages. */
export type Subject = Pick<PublicVendor, "logoPath"> &
  Pick<
    PublicVendor,
    Exclude<keyof PublicVendor & keyof PublicCharity, "id" | "key" | "legalName" | "description">
  >;

interface DetailSideProps {
  kind: "vendor" | "charity";
  of: Subject;
  /** Undefined in a preview. */
  back?: { to: string; label: string } | undefined;
  /** Classes of the panel. */
  className: string;
  style?: CSSProperties;
  /** Always shown below the name. */
  brief?: ReactNode;
  /** Label of the section that is collapsed on phones, where visitors want the list below. */
  folded?: string | undefined;
  /** Description in the words of the shop or cause. */
  children: ReactNode;
}

/** Side panel of a shop or cause: name, picture, address and contact. */
export function DetailSide({ kind, of, back, className, style, brief, folded, children }: DetailSideProps) {
  const { displayName, logoPath, hue, value, address, website } = of;
  const heading = "text-2xl wrap-anywhere";
  const facts = (
    <>
      {children}
      <div className="grid grid-cols-[20px_minmax(0,1fr)] items-center gap-3 border-t border-line pt-4 [&_a]:-my-2.5 [&>.icon]:mt-0.5 [&>.icon]:self-start [&>.icon]:text-brand">
        <Icon name="map-pin" size={20} />
        <div>
          <AddressLines address={address} />
          <a
            href={directionsTo(address)}
            target="_blank"
            rel="noopener noreferrer"
            className="mt-0! inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-3"
          >
            {m.shop_directions()}
            <span className="sr-only">{m.common_new_tab()}</span>
          </a>
        </div>
        <PhoneAndHours of={of} />
        {website && (
          <>
            <Icon name={kind === "vendor" ? "store" : "house"} size={20} />
            <Website address={website} />
          </>
        )}
      </div>
    </>
  );
  return (
    <div className="flex flex-col gap-3">
      {back && <BackLink to={back.to}>{back.label}</BackLink>}
      <section aria-label={displayName} className={className} style={style}>
        <div className="flex flex-col gap-3 [.shopfront>&]:px-6 [.shopfront>&]:pt-5 [.shopfront>&]:pb-6">
          {/* On a phone, the name is beside the picture, so that the list below starts higher. */}
          <div className="flex items-center gap-4 lg:flex-col lg:items-start lg:gap-3">
            <PicturePlate
              kind={kind}
              name={displayName}
              logoPath={logoPath}
              hue={hue}
              sizes="160px"
              className="w-20 lg:w-28"
            />
            <div className="min-w-0">
              {back ? (
                <PageHeading className={heading}>{displayName}</PageHeading>
              ) : (
                <h3 className={heading}>{displayName}</h3>
              )}
              {value && <p className="mt-1 text-ink-soft">{inLanguage(value, of.frenchValue)}</p>}
            </div>
          </div>
          {brief}
          {folded === undefined ? facts : <FoldedOnPhone summary={folded}>{facts}</FoldedOnPhone>}
        </div>
      </section>
    </div>
  );
}

function FoldedOnPhone({ summary, children }: { summary: string; children: ReactNode }) {
  const isPhone = useMedia("(width < 64rem)");
  if (!isPhone) return children;
  return (
    <Disclosure summary={summary}>
      <div className="grid gap-3">{children}</div>
    </Disclosure>
  );
}
