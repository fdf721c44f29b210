import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Notice } from "@/ui/layout/Notice";

/** Notice that the browser is offline and since when the shown data is unchanged. */
export function AwayNotice({ asOf }: { asOf: string }) {
  return (
    <Notice className="my-5">
      <p className="font-semibold">{m.wallet_away({ moment: formatMoment(asOf) })}</p>
      <p>{m.wallet_away_text()}</p>
    </Notice>
  );
}
