import { useNavigate } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isVendorStaff } from "@/session/can";
import { useProfile } from "@/session/current";
import { useLoaded } from "@/shared/page/useLoaded";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { PinForm } from "./PinDialog";
import { Pins } from "./Pins";
import { myPinsQuery } from "./queries";

/** Page where a new clerk chooses the PIN for the tills of their shop. */
export function ChoosePinPage() {
  const profile = useProfile();
  const navigate = useNavigate();
  const pins = useLoaded(myPinsQuery());
  const own = pins.find(({ vendorId }) => vendorId === profile?.tenantIds[0]);
  const isFirst = own?.chosenAt === null;
  return (
    <Page title={m.tills_first_pin()}>
      <PageHeading>{m.tills_first_pin()}</PageHeading>
      <p className="mt-2 mb-6 max-w-[60ch] text-ink-soft">{m.tills_first_pin_text()}</p>
      {own && isFirst ? (
        <section aria-label={m.tills_pin_choose_for({ shop: own.vendorName })} className="max-w-96">
          <h2 className="mb-4 text-xl">{own.vendorName}</h2>
          <PinForm
            shopId={own.vendorId}
            onChosen={() => void navigate(isVendorStaff(profile) ? paths.counter() : paths.account())}
          />
        </section>
      ) : (
        <Pins />
      )}
    </Page>
  );
}
