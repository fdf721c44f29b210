import type { PublicCharity } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { DetailSide } from "@/features/catalogue/DetailSide";

/** Who the cause is, and where it is at home. */
export function CharitySidebar({ charity }: { charity: PublicCharity }) {
  const { introduction, description } = charity;
  return (
    <DetailSide
      kind="charity"
      of={charity}
      back={{ to: paths.charities(), label: m.causes_back() }}
      className="cause-note"
    >
      {introduction && <p className="font-semibold whitespace-pre-line">{introduction}</p>}
      {description && <p className="whitespace-pre-line">{description}</p>}
    </DetailSide>
  );
}
