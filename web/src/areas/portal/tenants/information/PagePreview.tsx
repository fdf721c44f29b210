import { Fragment, type ReactNode } from "react";
import { m } from "@/i18n";
import { pictureUrl, type PictureKind } from "@/lib/pictures";
import { unbrokenPostalCode } from "@/lib/postalCode";
import { provinceName } from "@/lib/provinces";
import { isWebAddress } from "@/lib/webAddress";
import { monogram } from "@/features/card/monogram";
import { PICTURE_ON_ITS_WAY } from "@/shared/form/richRules";
import { Icon } from "@/ui/Icon";
import { pictureTile } from "@/ui/rich/pictureTile";

interface PagePreviewProps {
  kind: PictureKind;
  name: string;
  logoPath: string;
  address: {
    addressLine1: string;
    addressLine2: string;
    city: string;
    province: string;
    postalCode: string;
  };
  website: string;
  introduction?: string | undefined;
  description: string;
  /** Offers below the page's text. */
  children?: ReactNode;
}

function linesOf(text: string): ReactNode {
  return text.split("\n").map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}

/** Parts of a public page as visitors see them. */
export function PagePreview(props: PagePreviewProps) {
  const { kind, name, logoPath, address, website, introduction, description, children } = props;
  const { addressLine1, addressLine2, city, province, postalCode } = address;
  const hasLogo = logoPath !== "" && logoPath !== PICTURE_ON_ITS_WAY;
  return (
    <div className="grid gap-y-5 gap-x-7 p-[clamp(16px,3vw,28px)] border border-line rounded-[min(20px,var(--corner-panel))] bg-ground sm:grid-cols-[200px_minmax(0,1fr)]">
      <div className="grid gap-3 content-start">
        <span className={`${pictureTile} size-30! text-2xl/normal font-bold`}>
          {hasLogo ? <img src={pictureUrl(kind, logoPath, 384)} alt="" /> : monogram(name)}
        </span>
        <address className="text-sm not-italic">
          {[addressLine1, addressLine2].filter(Boolean).join(", ")}
          <br />
          {[city, provinceName(province)].filter(Boolean).join(", ")} {unbrokenPostalCode(postalCode)}
        </address>
        {website !== "" && (
          <p className="flex items-center gap-2 text-sm [overflow-wrap:anywhere]">
            {isWebAddress(website) && <Icon name="external-link" size={16} className="text-brand" />}
            {website.replace(/^https?:\/\//i, "")}
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h3 className="text-xl [overflow-wrap:anywhere]">{name}</h3>
        {introduction && <p className="mt-2 text-lg [overflow-wrap:anywhere]">{linesOf(introduction)}</p>}
        <p className="mt-3 max-w-prose text-ink-soft [overflow-wrap:anywhere]">
          {description ? linesOf(description) : !introduction && m.tenants_preview_no_text()}
        </p>
        {children}
      </div>
    </div>
  );
}
