import type { PublicCharity } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { DetailSide } from "@/features/catalogue/DetailSide";
import { Icon } from "@/ui/Icon";

/** Description and address of a cause. */
export function CharitySidebar({ charity }: { charity: PublicCharity }) {
  const { introduction, description, registrationNumber } = charity;
  return (
    <DetailSide
      kind="charity"
      of={charity}
      back={{ to: paths.charities(), label: m.causes_back() }}
      className="cause-note relative flex flex-col gap-4 bg-surface px-6 pt-7 pb-6 text-ink"
    >
      {introduction && <p className="font-semibold whitespace-pre-line">{introduction}</p>}
      {description && <p className="whitespace-pre-line">{description}</p>}
      {registrationNumber && (
        <p className="flex gap-3 text-sm">
          <Icon name="shield-check" size={20} className="flex-none text-brand" />
          {m.causes_registration_number({ number: registrationNumber })}
        </p>
      )}
    </DetailSide>
  );
}
