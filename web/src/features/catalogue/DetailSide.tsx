import type { CSSProperties, ReactNode } from "react";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { inLanguage } from "@/lib/inLanguage";
import { shownPhone } from "@/lib/phone";
import { PageHeading } from "@/shared/page/PageHeading";
import { Disclosure } from "@/ui/Disclosure";
import { Icon } from "@/ui/Icon";
import { useMedia } from "@/ui/useMedia";
import { AddressLines } from "./AddressLines";
import { BackLink } from "@/shared/page/BackLink";
import { directionsTo } from "./directions";
import { PicturePlate } from "./PicturePlate";
import { Website } from "./Website";

interface DetailSideProps {
  kind: "vendor" | "charity";
  /** A shop or a cause as visitors see it; its value is what it is sorted under, in two languages. */
  of: Pick<
    components["schemas"]["PublicVendor"],
    | "displayName"
    | "logoPath"
    | "hue"
    | "address"
    | "website"
    | "phone"
    | "openingHours"
    | "frenchOpeningHours"
    | "value"
    | "frenchValue"
  >;
  /** Missing in a preview, which is not a page. */
  back?: { to: string; label: string } | undefined;
  /** What the card is made of. */
  className: string;
  style?: CSSProperties;
  /** What stands below the name in any case. */
  brief?: ReactNode;
  /** What the rest is called behind which it is folded away on a phone, where the list below is what people came for. */
  folded?: string | undefined;
  /** What it says about itself. */
  children: ReactNode;
}

/** Beside the page of a shop or a cause: who it is, and where it is at home. */
export function DetailSide({ kind, of, back, className, style, brief, folded, children }: DetailSideProps) {
  const { displayName, logoPath, hue, value, address, website, phone } = of;
  const openingHours = inLanguage(of.openingHours, of.frenchOpeningHours);
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
        {phone && (
          <>
            <Icon name="phone" size={20} />
            <a
              href={`tel:${phone}`}
              className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-3"
            >
              {shownPhone(phone)}
            </a>
          </>
        )}
        {openingHours && (
          <>
            <Icon name="calendar" size={20} />
            <p className="whitespace-pre-line">{openingHours}</p>
          </>
        )}
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
          {/* On a phone the list below is what people came for: the name moves up beside the picture. */}
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
