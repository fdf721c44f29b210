import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Notice } from "@/ui/Notice";

/** There is no network: what is shown is from then. */
export function AwayNotice({ asOf }: { asOf: string }) {
  return (
    <Notice className="my-5">
      <p className="font-semibold">{m.wallet_away({ moment: formatMoment(asOf) })}</p>
      <p>{m.wallet_away_text()}</p>
    </Notice>
  );
}
